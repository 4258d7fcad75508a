// y = a x + y
kernel void scale_add(int n, float a, global const float* x, global float* y) {
  for (int k = 0; k < PER_ITEM; ++k) {
    const int i = STRIDED ? k * (int)get_global_size(0) + (int)get_global_id(0) : (int)get_global_id(0) * PER_ITEM + k;
    if (i < n) {
      y[i] = a * x[i] + y[i];
    }
  }
}
