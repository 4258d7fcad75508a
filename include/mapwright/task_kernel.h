/* What a kernel of a task gets: the interface of task implementations that mapwright's engines call.
 *
 * It is C, so that shared libraries written in any language can hold kernels. docs/programs.md is the guide. */
#ifndef MAPWRIGHT_TASK_KERNEL_H
#define MAPWRIGHT_TASK_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** One field of an argument: where it begins, and the bytes from one point to the next in each dimension. */
typedef struct mapwright_field {
  unsigned char* data;
  int64_t stride[4];
} mapwright_field;

/** One argument of a task: some fields of a set of points.
 *
 *  With `dense` every point of the box low <= x < low + extent belongs to the set, and the field f of point x lies at
 *  fields[f].data + sum over d of (x[d] - low[d]) * fields[f].stride[d]. Without it the points are numbered: rectangle
 * by rectangle in the order of the set, the first dimension fastest in each; the field f of point number k lies at
 *  fields[f].data + k * fields[f].stride[0], and the box is the least one around them.
 *
 *  What the task may do with it is its privilege in the program. A reduction combines into what is there. */
typedef struct mapwright_argument {
  const mapwright_field* fields; /**< those of the argument, in the order of the region */
  int64_t low[4];
  int64_t extent[4];
  int64_t points; /**< in the set; may be 0: then there is nothing behind the fields */
  int32_t axes;   /**< dimensions of the region, 1 to 4 */
  int32_t dense;
} mapwright_argument;

/** One task. */
typedef struct mapwright_task {
  const mapwright_argument* arguments; /**< one for each parameter of its kind */
  const int64_t* sizes;                /**< the sizes of the program, in their order */
  int64_t point[4];                    /**< of the launch; zeros for a single task */
} mapwright_task;

/** Does the work of one task; called from any thread, several at a time for different tasks. */
typedef void (*mapwright_kernel)(const mapwright_task* task);

#ifdef __cplusplus
}
#endif

#endif
