/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [4, 8, 16, 32, 64], default = 16}
GY = {values = [1, 2, 4, 8, 16], default = 4}
[[launch]]
kernel = "convolution_2d"
groups = ["floor_div(width + GX - 1, GX)", "floor_div(height + GY - 1, GY)", "outputs"]
group = ["GX", "GY", "1"]
arguments = ["inputs", "height", "width", "k", "image", "filters", "result"]
*/
// One work item for each pixel of the result, with a test for the border at every tap.

__kernel void convolution_2d(long inputs, long height, long width, long k, __global const float* restrict image,
                             __global const float* restrict filters, __global float* restrict result) {
  const long x = get_global_id(0);
  const long y = get_global_id(1);
  const long o = get_global_id(2);
  if (x >= width || y >= height) {
    return;
  }
  float sum = 0;
  for (long c = 0; c < inputs; ++c) {
    for (long v = 0; v < k; ++v) {
      for (long u = 0; u < k; ++u) {
        const long row = y + v - k / 2;
        const long column = x + u - k / 2;
        if (row >= 0 && row < height && column >= 0 && column < width) {
          sum += filters[((o * inputs + c) * k + v) * k + u] * image[(c * height + row) * width + column];
        }
      }
    }
  }
  result[(o * height + y) * width + x] = sum;
}
