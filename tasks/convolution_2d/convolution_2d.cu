/*mapwright
constraints = ["GX*GY <= 1024"]
[tunables]
GX = {values = [8, 16, 32, 64, 128], default = 32}
GY = {values = [1, 2, 4, 8, 16], default = 8}
[[launch]]
kernel = "convolution_2d"
groups = ["floor_div(width + GX - 1, GX)", "floor_div(height + GY - 1, GY)", "outputs"]
group = ["GX", "GY", "1"]
arguments = ["inputs", "height", "width", "k", "image", "filters", "result"]
*/
// One thread for each pixel of the result, with a test for the border at every tap.

extern "C" __global__ void convolution_2d(long long inputs, long long height, long long width, long long k,
                                          const float* image, const float* filters, float* result) {
  const long long x = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  const long long y = static_cast<long long>(blockIdx.y) * blockDim.y + threadIdx.y;
  const long long o = blockIdx.z;
  if (x >= width || y >= height) {
    return;
  }
  float sum = 0;
  for (long long c = 0; c < inputs; ++c) {
    for (long long v = 0; v < k; ++v) {
      for (long long u = 0; u < k; ++u) {
        const long long row = y + v - k / 2;
        const long long column = x + u - k / 2;
        if (row >= 0 && row < height && column >= 0 && column < width) {
          sum += filters[((o * inputs + c) * k + v) * k + u] * image[(c * height + row) * width + column];
        }
      }
    }
  }
  result[(o * height + y) * width + x] = sum;
}
