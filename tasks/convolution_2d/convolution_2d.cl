/*mapwright
constraints = ["GX*GY <= 256"]
[tunables]
GX = {values = [8, 16, 32], default = 16}
GY = {values = [1, 4, 8], default = 4}
ITEMS = {values = [1, 2, 4], default = 1}
INTERIOR = [0, 1]
[[launch]]
kernel = "convolution_2d"
groups = ["floor_div(width + GX - 1, GX)", "floor_div(height + GY*ITEMS - 1, GY*ITEMS)", "outputs"]
group = ["GX", "GY", "1"]
arguments = ["inputs", "height", "width", "k", "image", "filters", "result"]
*/
// One work item for each pixel of the result, or for ITEMS of them, GY rows apart, with a test for the border at every
// tap. INTERIOR: pixels far from the border are spared the tests.

float pixel(long x, long y, long o, long inputs, long height, long width, long k, __global const float* restrict image,
            __global const float* restrict filters) {
  const long top = y - k / 2;
  const long left = x - k / 2;
  const bool inside = INTERIOR && top >= 0 && left >= 0 && top + k <= height && left + k <= width;
  float sum = 0;
  for (long c = 0; c < inputs; ++c) {
    for (long v = 0; v < k; ++v) {
      __global const float* filter = filters + ((o * inputs + c) * k + v) * k;
      const long row = top + v;
      if (inside) {
        __global const float* in = image + (c * height + row) * width + left;
        for (long u = 0; u < k; ++u) {
          sum += filter[u] * in[u];
        }
      } else {
        for (long u = 0; u < k; ++u) {
          const long column = left + u;
          if (row >= 0 && row < height && column >= 0 && column < width) {
            sum += filter[u] * image[(c * height + row) * width + column];
          }
        }
      }
    }
  }
  return sum;
}

__kernel void convolution_2d(long inputs, long height, long width, long k, __global const float* restrict image,
                             __global const float* restrict filters, __global float* restrict result) {
  const long x = get_global_id(0);
  const long o = get_global_id(2);
  for (int item = 0; item < ITEMS; ++item) {
    const long y = (get_group_id(1) * ITEMS + item) * GY + get_local_id(1);
    if (x < width && y < height) {
      result[(o * height + y) * width + x] = pixel(x, y, o, inputs, height, width, k, image, filters);
    }
  }
}
