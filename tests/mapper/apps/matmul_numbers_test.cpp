// Products of matrices, task by task, are what plain loops give; the kernel takes matrices however they lie.
#include "mapper/apps/application.hpp"
#include "mapper/apps/matmul_kernels.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/examples.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

constexpr double not_a_value = -12345; ///< what no matrix may be left with

/// Runs the application one task after another and compares all results with the reference.
void expect_reference(const std::string& specification) {
  const Application application = sure(open_application(specification));
  const TaskGraph graph = sure(expand(application.program));
  RegionData data = sure(RegionData::make(application.program));
  RegionData expected = sure(RegionData::make(application.program));
  for (const std::string& region : application.results) {
    std::ranges::fill(data.values<double>(region, "x"), not_a_value);
  }
  application.initialise(data);
  application.initialise(expected);
  const auto ran = run_sequentially(application.program, graph, application.kernels, data);
  ASSERT_TRUE(ran) << specification << ": " << ran.error().message;
  application.reference(expected);
  EXPECT_EQ(application.tolerance, 0);
  for (const std::string& region : application.results) {
    EXPECT_TRUE(std::ranges::equal(data.values<double>(region, "x"), expected.values<double>(region, "x")))
        << specification << ", " << region;
  }
}

TEST(MatmulNumbers, AreTheReferencesOnGridsOfAllSizes) {
  for (const std::string name : {"cannon", "summa", "pumma", "johnson", "solomonik", "cosma"}) {
    for (const int n : {1, 5, 12, 23}) {
      for (const int nodes : {1, 2, 4, 6}) {
        for (const int gpus : {1, 2, 4}) {
          expect_reference(fmt::format("{},n={},nodes={},gpus={}", name, n, nodes, gpus));
        }
      }
    }
  }
}

TEST(MatmulNumbers, AreTheReferencesOnGivenGrids) {
  for (const char* specification :
       {"cannon,n=31,nodes=6,gx=2", "cannon,n=31,nodes=6,gx=1", "summa,n=30,nodes=6,gx=6", "pumma,n=17,nodes=9,gpus=6",
        "johnson,n=25,side=3", "cosma,n=22,gx=3,gy=1,gz=5", "solomonik,n=26,side=2,layers=3,chunks=4",
        "solomonik,n=24,side=3,layers=1,chunks=1", "summa,n=8,repetitions=3", "johnson,n=9,repetitions=2"}) {
    expect_reference(specification);
  }
}

TEST(MatmulNumbers, OfAMatrixLargerThanThePanelsOfTheKernel) {
  expect_reference("summa,n=300,nodes=1,gpus=1");
  expect_reference("cosma,n=150,nodes=1,gpus=2");
}

/// A rows x columns matrix with room around it: numbers this far apart.
struct Lying {
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t down;
  std::int64_t right;
  std::vector<double> numbers{};
  mapwright_field field{};

  Lying(std::int64_t r, std::int64_t c, std::int64_t d, std::int64_t e)
      : rows(r), columns(c), down(d), right(e), numbers(static_cast<std::size_t>(1 + (r - 1) * d + (c - 1) * e)) {}
  double& operator()(std::int64_t i, std::int64_t j) { return numbers[static_cast<std::size_t>(i * down + j * right)]; }
  mapwright_argument argument() {
    field = {reinterpret_cast<unsigned char*>(numbers.data()), {down * 8, right * 8}};
    return {&field, {}, {rows, columns}, rows * columns, 2, 1};
  }
};

TEST(MatmulKernel, TakesEveryStride) {
  const std::int64_t rows = 5;
  const std::int64_t columns = 7;
  const std::int64_t depth = 200;
  using Strides = std::array<std::int64_t, 2>;
  const auto strides = [](std::int64_t r, std::int64_t c) {
    return std::array<Strides, 4>{{{1, r + 2}, {c, 1}, {2 * c, 2}, {3, 3 * r}}}; // by columns, by rows, and with gaps
  };
  for (const Strides& sa : strides(rows, columns)) {
    for (const Strides& sb : strides(rows, depth)) {
      for (const Strides& sc : strides(depth, columns)) {
        Lying a(rows, columns, sa[0], sa[1]);
        Lying b(rows, depth, sb[0], sb[1]);
        Lying c(depth, columns, sc[0], sc[1]);
        for (std::int64_t k = 0; k < depth; ++k) {
          for (std::int64_t i = 0; i < rows; ++i) {
            b(i, k) = matmul_b(i, k);
          }
          for (std::int64_t j = 0; j < columns; ++j) {
            c(k, j) = matmul_c(k, j);
          }
        }
        a(1, 2) = 1000;
        const std::array<mapwright_argument, 3> arguments{a.argument(), b.argument(), c.argument()};
        const mapwright_task task{arguments.data(), nullptr, {}};
        matmul_kernels().at("task_4").host(&task);
        for (std::int64_t i = 0; i < rows; ++i) {
          for (std::int64_t j = 0; j < columns; ++j) {
            double sum = i == 1 && j == 2 ? 1000 : 0;
            for (std::int64_t k = 0; k < depth; ++k) {
              sum += matmul_b(i, k) * matmul_c(k, j);
            }
            ASSERT_EQ(a(i, j), sum) << i << ", " << j;
          }
        }
      }
    }
  }
}

} // namespace
} // namespace mapwright::mapper
