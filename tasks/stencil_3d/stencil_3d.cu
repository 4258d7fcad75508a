/*mapwright
constraints = ["GX*GY*GZ <= 1024"]
[tunables]
GX = {values = [1, 2, 4], default = 1}
GY = {values = [1, 2, 4, 8], default = 4}
GZ = {values = [16, 32, 64, 128], default = 64}
[[launch]]
kernel = "stencil_3d"
groups = ["floor_div(nz + GZ - 1, GZ)", "floor_div(ny + GY - 1, GY)", "floor_div(nx + GX - 1, GX)"]
group = ["GZ", "GY", "GX"]
arguments = ["nx", "ny", "nz", "centre", "side", "before", "after"]
*/
// One thread for each cell.

extern "C" __global__ void stencil_3d(long long nx, long long ny, long long nz, float centre, float side,
                                      const float* before, float* after) {
  const long long z = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  const long long x = static_cast<long long>(blockIdx.z) * blockDim.z + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) {
    return;
  }
  const long long cell = (x * ny + y) * nz + z;
  if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) {
    after[cell] = before[cell];
    return;
  }
  after[cell] = centre * before[cell] + side * (before[cell - ny * nz] + before[cell + ny * nz] + before[cell - nz] +
                                                before[cell + nz] + before[cell - 1] + before[cell + 1]);
}
