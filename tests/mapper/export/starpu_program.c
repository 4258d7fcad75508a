/* Submits tasks on StarPU under an exported policy and prints where each ran, in the order of submission. Each line of
   the input is "TASK DIMENSIONS POINT ... FIRST ... EXTENT ..."; DIMENSIONS 0 is a single task, "TASK < N" one below the
   N-th task. */
#include <starpu.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tried_policy.h"

enum { most_tasks = 4096 };

struct ran {
  int worker;
};

static int running = 0;
static int most_running = 0;

static void note(void *buffers[], void *argument) {
  (void)buffers;
  const int now = __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);
  int most = __atomic_load_n(&most_running, __ATOMIC_SEQ_CST);
  while (now > most && !__atomic_compare_exchange_n(&most_running, &most, now, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  usleep(300);
  ((struct ran *)argument)->worker = starpu_worker_get_id();
  __atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
}

static struct starpu_codelet anywhere = {
    .where = STARPU_CPU | STARPU_OPENCL, .cpu_funcs = {note}, .opencl_funcs = {note}, .nbuffers = 0};
static struct starpu_codelet on_cpus = {.where = STARPU_CPU, .cpu_funcs = {note}, .nbuffers = 0};

static struct tried_task descriptions[most_tasks];
static struct ran results[most_tasks];
static char names[most_tasks][32];

int main(void) {
  struct starpu_conf conf;
  starpu_conf_init(&conf);
  conf.sched_policy = tried_policy();
  if (starpu_init(&conf) != 0) {
    return 77;
  }
  printf("%u CPUs, %u devices\n", starpu_cpu_worker_get_count(), starpu_opencl_worker_get_count());
  int count = 0;
  char second[16];
  while (count < most_tasks && scanf("%31s %15s", names[count], second) == 2) {
    struct tried_task *d = &descriptions[count];
    if (strcmp(second, "<") == 0) {
      int above = 0;
      if (scanf("%d", &above) != 1) {
        return 2;
      }
      starpu_task_wait_for_all(); /* the task above has its worker */
      d->parent = &descriptions[above];
    } else {
      sscanf(second, "%d", &d->dimensions);
      int64_t *lists[3] = {d->point, d->first, d->extent};
      for (int l = 0; l < 3; ++l) {
        for (int i = 0; i < d->dimensions; ++i) {
          long long value = 0;
          if (scanf("%lld", &value) != 1) {
            return 2;
          }
          lists[l][i] = value;
        }
      }
    }
    struct starpu_task *task = starpu_task_create();
    task->cl = strncmp(names[count], "host", 4) == 0 ? &on_cpus : &anywhere;
    task->name = names[count];
    task->cl_arg = &results[count];
    task->cl_arg_size = sizeof(results[count]);
    task->sched_data = d;
    if (starpu_task_submit(task) != 0) {
      return 2;
    }
    ++count;
  }
  starpu_task_wait_for_all();
  for (int i = 0; i < count; ++i) {
    const enum starpu_worker_archtype type = starpu_worker_get_type(results[i].worker);
    printf("%s %s %d\n", names[i], type == STARPU_CPU_WORKER ? "CPU" : "GPU",
           results[i].worker - starpu_worker_get_by_type(type, 0));
    if (descriptions[i].worker != results[i].worker) {
      printf("the policy says %d\n", descriptions[i].worker);
    }
  }
  printf("at most %d at once\n", most_running);
  starpu_shutdown();
  return 0;
}
