/*mapwright
constraints = ["GX*GY*GZ <= 256"]
[tunables]
GX = {values = [1, 2, 4], default = 1}
GY = {values = [1, 2, 4, 8], default = 4}
GZ = {values = [8, 16, 32, 64], default = 32}
ITEMS = {values = [1, 2, 4, 8], default = 1}
[[launch]]
kernel = "stencil_3d"
groups = ["floor_div(nz + GZ - 1, GZ)", "floor_div(ny + GY - 1, GY)", "floor_div(nx + GX*ITEMS - 1, GX*ITEMS)"]
group = ["GZ", "GY", "GX"]
arguments = ["nx", "ny", "nz", "centre", "side", "before", "after"]
*/
// One work item for each cell, or for ITEMS of them, GX planes apart.

__kernel void stencil_3d(long nx, long ny, long nz, float centre, float side, __global const float* restrict before,
                         __global float* restrict after) {
  const long z = get_global_id(0);
  const long y = get_global_id(1);
  for (int item = 0; item < ITEMS; ++item) {
    const long x = (get_group_id(2) * ITEMS + item) * GX + get_local_id(2);
    if (x < nx && y < ny && z < nz) {
      const long cell = (x * ny + y) * nz + z;
      if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) {
        after[cell] = before[cell];
      } else {
        after[cell] = centre * before[cell] +
                      side * (before[cell - ny * nz] + before[cell + ny * nz] + before[cell - nz] + before[cell + nz] +
                              before[cell - 1] + before[cell + 1]);
      }
    }
  }
}
