// The part of evaluate.sh that is compiled with a kernel: calls it, and prints the reply of the evaluator.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

extern "C" void row_sum(std::int64_t rows, std::int64_t columns, const float* x, float* y);

namespace {

struct Shape {
  std::int64_t rows;
  std::int64_t columns;
};

/// Rows of small integers, whose sums are exact.
std::vector<float> elements(const Shape& shape) {
  std::vector<float> x(static_cast<std::size_t>(shape.rows * shape.columns));
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i * 7 % 13);
  }
  return x;
}

/// The first row whose sum is wrong, or -1.
std::int64_t first_wrong(const Shape& shape) {
  const std::vector<float> x = elements(shape);
  std::vector<float> y(static_cast<std::size_t>(shape.rows), -1);
  row_sum(shape.rows, shape.columns, x.data(), y.data());
  for (std::int64_t i = 0; i < shape.rows; ++i) {
    float sum = 0;
    for (std::int64_t j = 0; j < shape.columns; ++j) {
      sum += x[static_cast<std::size_t>(i * shape.columns + j)];
    }
    if (y[static_cast<std::size_t>(i)] != sum) {
      return i;
    }
  }
  return -1;
}

void print_times(const Shape& shape) {
  const std::vector<float> x = elements(shape);
  std::vector<float> y(static_cast<std::size_t>(shape.rows));
  std::printf("{\"shape\": {\"rows\": %lld, \"columns\": %lld}, \"seconds\": [", static_cast<long long>(shape.rows),
              static_cast<long long>(shape.columns));
  for (int call = -1; call < 25; ++call) { // the first does not count
    const auto begun = std::chrono::steady_clock::now();
    row_sum(shape.rows, shape.columns, x.data(), y.data());
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
    if (call >= 0) {
      std::printf("%s%.9f", call > 0 ? ", " : "", time.count());
    }
  }
  std::printf("]}");
}

} // namespace

int main() {
  if (const std::int64_t row = first_wrong({5, 33}); row >= 0) {
    std::printf("{\"verdict\": \"wrong\", \"message\": \"y[%lld] is wrong for rows=5 columns=33\"}\n",
                static_cast<long long>(row));
    return 0;
  }
  const Shape shapes[] = {SHAPES};
  std::printf("{\"verdict\": \"valid\", \"times\": [");
  bool first = true;
  for (const Shape& shape : shapes) {
    std::printf(first ? "" : ", ");
    print_times(shape);
    first = false;
  }
  std::printf("]}\n");
}
