#include "emit/launch.hpp"

namespace mapwright::emit {

namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

// With wide = the greatest allowed x, rows = ceil(blocks / wide) is the least y * z that can do. The rows are dealt
// out evenly over layers, and the blocks evenly over y * z rows, so that fewer than y * z blocks stay idle.
// Certainly x <= wide: y * z >= rows >= blocks / wide. Up to most_count, x * y * z * block < 2^63.
constexpr const char* text =
    R"(// Launch limits. A device takes at most 2^31 - 1 blocks in x and 65535 in y and z; some count the work-items of x in
// 32 bits. split() finds a grid of at least `count` work-items within the limits, with little to spare:
//
//   const auto g = split(count, 256);           // g.x == 0: nothing to do, or no grid is large enough
//   kernel<<<dim3(g.x, g.y, g.z), 256>>>(...);   // OpenCL: global size {g.x * 256, g.y, g.z}, local size {256, 1, 1}
//
//   in the kernel: const auto w = ((z * g.y + y) * g.x + x) * 256 + thread;  if (w < count) { ... }
struct limits {
  @W x = 2147483647;
  @W y = 65535;
  @W z = 65535;
  @W items_x = 4294967295;
};

struct grid {
  @W x;
  @W y;
  @W z;
  @W block;
};

@Q grid split(@W count, @W block, limits most = limits{}) {
  const @W most_count = 4611686018427387904; // 2^62
  if (count <= 0 || count > most_count || block <= 0 || block > most.items_x) {
    return {0, 0, 0, block};
  }
  const @W blocks = (count - 1) / block + 1;
  const @W wide = most.items_x / block < most.x ? most.items_x / block : most.x;
  const @W rows = (blocks - 1) / wide + 1;
  const @W z = (rows - 1) / most.y + 1;
  if (z > most.z) {
    return {0, 0, 0, block};
  }
  const @W y = (rows - 1) / z + 1;
  return {(blocks - 1) / (y * z) + 1, y, z, block};
}

// The index of a work-item: the block's position in the grid and the thread's in the block.
@Q @W flatten(grid g, @W x, @W y, @W z, @W thread) {
  return ((z * g.y + y) * g.x + x) * g.block + thread;
}
)";

constexpr const char* words =
    R"(// Launch limits. Give the kernel local size {B, 1, 1} and global size {X * B, Y, Z} with X * Y * Z * B >= count, and
// guard the tail:
//
//   const long w = @G();
//   if (w < count) { ... }
//
// Some devices take at most 2^31 - 1 groups in x and 65535 in y and z, and count the work-items of x in 32 bits. With
//   blocks = ceil(count / B),  wide = min(2^31 - 1, floor((2^32 - 1) / B)),  rows = ceil(blocks / wide),
//   Z = ceil(rows / 65535),  Y = ceil(rows / Z),  X = ceil(blocks / (Y * Z))
// all limits hold and fewer than Y * Z groups stay idle. The C++ text of this map computes it: launch::split(count, B).
)";

} // namespace

std::string launch_split_text(std::string_view qualifier, std::string_view wide) {
  std::string out = text;
  replace_all(out, "@Q", qualifier);
  replace_all(out, "@W", wide);
  return out;
}

std::string launch_split_words(std::string_view global_index) {
  std::string out = words;
  replace_all(out, "@G", global_index);
  return out;
}

} // namespace mapwright::emit
