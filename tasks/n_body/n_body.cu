/*mapwright
[tunables]
GROUP = {values = [32, 64, 128, 256, 512], default = 128}
[[launch]]
kernel = "n_body"
groups = ["floor_div(n + GROUP - 1, GROUP)"]
group = ["GROUP"]
arguments = ["n", "softening", "position", "mass", "acceleration"]
*/
// One thread for each body.

extern "C" __global__ void n_body(long long n, float softening, const float* position, const float* mass,
                                  float* acceleration) {
  const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  float x = 0;
  float y = 0;
  float z = 0;
  for (long long j = 0; j < n; ++j) {
    const float dx = position[3 * j] - position[3 * i];
    const float dy = position[3 * j + 1] - position[3 * i + 1];
    const float dz = position[3 * j + 2] - position[3 * i + 2];
    const float square = dx * dx + dy * dy + dz * dz + softening;
    const float pull = mass[j] / (square * sqrtf(square));
    x += pull * dx;
    y += pull * dy;
    z += pull * dz;
  }
  acceleration[3 * i] = x;
  acceleration[3 * i + 1] = y;
  acceleration[3 * i + 2] = z;
}
