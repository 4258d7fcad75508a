// The emitted arithmetic of launches: every index exactly once, within every limit.
#include "emit/toolchain.hpp"

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

TEST(EmittedLaunch, CoversEveryIndexOnceWithinTheLimits) {
  const auto text = (*emit::make_dialect("cpp"))->emit(unit_of(triangle()));
  ASSERT_TRUE(text);
  const ScratchFolder folder;
  write_text(folder / "triangle.hpp", *text);
  write_text(folder / "main.cpp", R"(#include "triangle.hpp"
#include <cstdio>
#include <vector>
using namespace mapwright_maps::triangle::launch;

static_assert(split(0, 256).x == 0 && split(1, 256).x == 1 && split(257, 256).x == 2 && split(-5, 256).x == 0);
static_assert(split(10, 0).x == 0);

bool small_grids() {
  for (int mx = 1; mx <= 5; ++mx) {
    for (int my = 1; my <= 3; ++my) {
      for (int mz = 1; mz <= 3; ++mz) {
        for (int block = 1; block <= 4; ++block) {
          for (int items = block; items <= 12; ++items) {
            const limits most{mx, my, mz, items};
            const int wide = items / block < mx ? items / block : mx;
            for (int count = 1; count <= 200; ++count) {
              const grid g = split(count, block, most);
              const int blocks = (count + block - 1) / block;
              const bool possible = blocks <= wide * my * mz;
              // z is the least that can do; a grid refused although possible would be a fault.
              if (!possible) {
                if (g.x != 0) return false;
                continue;
              }
              if (g.x < 1 || g.x > mx || g.y < 1 || g.y > my || g.z < 1 || g.z > mz || g.x * block > items) return false;
              if (g.x * g.y * g.z < blocks || g.x * g.y * g.z >= blocks + g.y * g.z) return false;
              std::vector<int> seen(static_cast<std::size_t>(g.x * g.y * g.z * block));
              for (int z = 0; z < g.z; ++z)
                for (int y = 0; y < g.y; ++y)
                  for (int x = 0; x < g.x; ++x)
                    for (int t = 0; t < block; ++t) ++seen.at(static_cast<std::size_t>(flatten(g, x, y, z, t)));
              for (const int s : seen) if (s != 1) return false;
            }
          }
        }
      }
    }
  }
  return true;
}

bool real_limits() {
  const std::int64_t ends[] = {1, 255, 256, 257, 2147483647, 4294967295, 4294967296, 2147483647ll * 256,
                               4294967295ll * 65535, 2147483647ll * 65535, std::int64_t(1) << 62};
  for (const std::int64_t end : ends) {
    for (std::int64_t count = end - 3; count <= end + 3; ++count) {
      for (const std::int64_t block : {1, 2, 3, 32, 255, 256, 1024}) {
        const grid g = split(count, block);
        if (count < 1 || count > std::int64_t(1) << 62) {
          if (g.x != 0) return false;
          continue;
        }
        if (g.x < 1 || g.x > 2147483647 || g.y < 1 || g.y > 65535 || g.z < 1 || g.z > 65535) return false;
        if (g.x * block > 4294967295) return false;
        const std::int64_t last = flatten(g, g.x - 1, g.y - 1, g.z - 1, block - 1);
        if (last < count - 1) return false;                                  // covers, without wrapping
        if (last >= count && last - count >= (g.y * g.z + 1) * block) return false; // with little to spare
      }
    }
  }
  return true;
}

int main() {
  std::printf("%d %d\n", small_grids(), real_limits());
  return small_grids() && real_limits() ? 0 : 1;
}
)");
  const std::string program = (folder / "main").string();
  ASSERT_EQ(failure_of("g++ -std=c++20 -O2 -fsanitize=undefined -fno-sanitize-recover=all '" +
                           (folder / "main.cpp").string() + "' -o '" + program + "'",
                       folder),
            "");
  EXPECT_EQ(failure_of("'" + program + "'", folder), "");
}

} // namespace
} // namespace mapwright::test
