// The kernels of examples/attention and examples/syrk on a device, against plain loops. Schedules are emitted here.
#pragma once

#include "device/device.hpp"
#include "index_map/tiles/emit_schedule.hpp"
#include "reference/attention_mask.hpp"
#include "support/paths.hpp"

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mapwright::test {

inline std::string example_text(const std::string& path) {
  std::ifstream in(source_dir() / "examples" / path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The schedule a kernel of the examples wants, in the language of the device, and the kernel behind it.
inline std::string attention_source(const index_map::tiles::Mask& mask, bool cuda) {
  using namespace index_map::tiles;
  const Emission emission{"attn", "a mask", mask, {16, 16}, Edges::padded, Order::longest_first};
  return emit_schedule(emission, cuda ? "cuda" : "opencl").value() +
         example_text(cuda ? "attention/attention.cu" : "attention/attention.cl");
}
inline std::string syrk_source(bool upper, bool cuda) {
  using namespace index_map::tiles;
  const Mask mask = upper ? Mask{.left = 0} : Mask{.right = 0};
  const Emission emission{"tri", upper ? "upper" : "lower", mask, {32, 16}, Edges::masked, Order::row_major};
  return emit_schedule(emission, cuda ? "cuda" : "opencl").value() +
         example_text(cuda ? "syrk/syrk.cu" : "syrk/syrk.cl");
}

/// Numbers in [-1, 1] that look like nothing.
inline std::vector<float> some_floats(std::size_t count, unsigned seed) {
  std::vector<float> values(count);
  for (float& value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<float>(seed >> 8) / 8388608.0F - 1.0F;
  }
  return values;
}

inline std::unique_ptr<device::Buffer> on_device(device::Device& device, const std::vector<float>& values) {
  auto buffer = device.allocate(Bytes(values.size() * sizeof(float))).value();
  EXPECT_TRUE(buffer->upload(std::as_bytes(std::span(values))));
  return buffer;
}

struct AttentionCase {
  int batch = 1;
  int heads = 1;
  int queries = 1;
  int keys = 1;
};

inline constexpr int attention_depth = 32;

/// softmax(scale q k^T) v pair by pair, in double.
inline std::vector<float> plain_attention(const AttentionCase& c, const reference::AttentionMask& mask,
                                          const std::vector<float>& q, const std::vector<float>& k,
                                          const std::vector<float>& v, float scale) {
  std::vector<float> out(q.size());
  const auto at = [](int matrix, int length, int row) {
    return (static_cast<std::size_t>(matrix) * static_cast<std::size_t>(length) + static_cast<std::size_t>(row)) *
           attention_depth;
  };
  for (int matrix = 0; matrix < c.batch * c.heads; ++matrix) {
    for (int i = 0; i < c.queries; ++i) {
      double weight = 0;
      std::vector<double> sum(attention_depth);
      for (int j = 0; j < c.keys; ++j) {
        if (!mask.sees(c.queries, c.keys, i, j)) {
          continue;
        }
        double score = 0;
        for (std::size_t d = 0; d < attention_depth; ++d) {
          score += double{q[at(matrix, c.queries, i) + d]} * double{k[at(matrix, c.keys, j) + d]};
        }
        const double one = std::exp(score * double{scale});
        weight += one;
        for (std::size_t d = 0; d < attention_depth; ++d) {
          sum[d] += one * double{v[at(matrix, c.keys, j) + d]};
        }
      }
      for (std::size_t d = 0; d < attention_depth; ++d) {
        out[at(matrix, c.queries, i) + d] = weight > 0 ? static_cast<float>(sum[d] / weight) : 0.0F;
      }
    }
  }
  return out;
}

inline double largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(double{a[i]} - double{b[i]});
    most = difference <= most ? most : std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
  }
  return most;
}

/// Runs the attention kernel under `mask` for a case and compares. CUDA kernels get 5 thread blocks, which stay.
inline void expect_attention(device::Device& device, const device::Program& program, const index_map::tiles::Mask& mask,
                             const AttentionCase& c) {
  const bool cuda = device.info().api == device::Api::cuda;
  const auto matrices = static_cast<std::size_t>(c.batch * c.heads);
  const std::size_t queries = matrices * static_cast<std::size_t>(c.queries) * attention_depth;
  const std::size_t keys = matrices * static_cast<std::size_t>(c.keys) * attention_depth;
  const auto q = some_floats(queries, 1);
  const auto k = some_floats(keys, 2);
  const auto v = some_floats(keys, 3);
  const auto q_there = on_device(device, q);
  const auto k_there = on_device(device, k);
  const auto v_there = on_device(device, v);
  const auto out = on_device(device, std::vector<float>(queries, -7.0F));
  const float scale = 0.5F;
  std::vector<device::Argument> arguments{q_there.get(), k_there.get(), v_there.get(), out.get()};
  if (cuda) {
    arguments.emplace_back(c.batch);
  }
  for (const int size : {c.heads, c.queries, c.keys}) {
    arguments.emplace_back(size);
  }
  arguments.emplace_back(scale);
  const std::size_t rows = matrices * ((static_cast<std::size_t>(c.queries) + 15) / 16);
  const auto ran =
      device.launch(program, "attention", {.groups = {cuda ? 5 : rows, 1, 1}, .group_size = {16, 1, 1}}, arguments);
  ASSERT_TRUE(ran) << ran.error().format();
  std::vector<float> got(queries);
  ASSERT_TRUE(out->download(std::as_writable_bytes(std::span(got))));
  const reference::AttentionMask oracle{mask.left, mask.right, mask.sink, mask.prefix,
                                        mask.align == index_map::tiles::Align::bottom_right};
  EXPECT_LT(largest_difference(got, plain_attention(c, oracle, q, k, v, scale)), 1e-5)
      << c.queries << " queries, " << c.keys << " keys";
}

/// Compiles the attention kernel under each mask and runs it.
inline void expect_attention_example(device::Device& device, const std::vector<index_map::tiles::Mask>& masks) {
  for (const index_map::tiles::Mask& mask : masks) {
    const auto build = device.compile(attention_source(mask, device.info().api == device::Api::cuda));
    ASSERT_TRUE(build && build->program) << (build ? build->log : build.error().format());
    for (const AttentionCase& c :
         {AttentionCase{2, 3, 50, 77}, AttentionCase{1, 2, 64, 64}, AttentionCase{1, 1, 33, 20}}) {
      expect_attention(device, *build->program, mask, c);
    }
  }
}

/// Compiles the SYRK kernel for each triangle and runs it.
inline void expect_syrk_example(device::Device& device, const std::vector<bool>& triangles) {
  const bool cuda = device.info().api == device::Api::cuda;
  for (const bool upper : triangles) {
    const auto build = device.compile(syrk_source(upper, cuda));
    ASSERT_TRUE(build && build->program) << (build ? build->log : build.error().format());
    for (const int n : {1, 32, 75, 150}) {
      const int depth = 19;
      const auto side = static_cast<std::size_t>(n);
      const auto a = some_floats(side * static_cast<std::size_t>(depth), 5);
      std::vector<float> wanted(side * side, -7.0F); // beyond the triangle nothing is written
      for (std::size_t i = 0; i < side; ++i) {
        for (std::size_t j = 0; j < side; ++j) {
          if (upper ? j < i : j > i) {
            continue;
          }
          double sum = 0;
          for (std::size_t d = 0; d < static_cast<std::size_t>(depth); ++d) {
            sum +=
                double{a[i * static_cast<std::size_t>(depth) + d]} * double{a[j * static_cast<std::size_t>(depth) + d]};
          }
          wanted[i * side + j] = static_cast<float>(sum);
        }
      }
      const auto a_there = on_device(device, a);
      const auto c_there = on_device(device, std::vector<float>(side * side, -7.0F));
      const index_map::tiles::SequenceTiles tiles(
          n, n, upper ? index_map::tiles::Mask{.left = 0} : index_map::tiles::Mask{.right = 0}, {32, 16},
          index_map::tiles::Edges::masked);
      const std::vector<device::Argument> arguments{a_there.get(), c_there.get(), n, depth};
      const std::size_t groups = cuda ? 7 : static_cast<std::size_t>(tiles.touched());
      const auto ran =
          device.launch(*build->program, "syrk", {.groups = {groups, 1, 1}, .group_size = {32, 1, 1}}, arguments);
      ASSERT_TRUE(ran) << ran.error().format();
      std::vector<float> got(side * side);
      ASSERT_TRUE(c_there->download(std::as_writable_bytes(std::span(got))));
      EXPECT_LT(largest_difference(got, wanted), 1e-5) << "n = " << n << (upper ? ", upper" : ", lower");
    }
  }
}

} // namespace mapwright::test
