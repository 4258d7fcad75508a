// The cost of being exact: emitted 64-bit C++ maps against the inexact double-precision textbook formulas.
//
// The textbook's rows are the ones found in kernels: floor(sqrt(2w + 1/4) - 1/2), the same with a bare conversion in
// place of floor, and floor(cbrt(6w)) for the tetrahedron, then the triangle's.
#include "support/native.hpp"

namespace {

constexpr const char* program = R"program(
#include "triangle.hpp"
#include "tetrahedron.hpp"

struct ExactTriangle {
  i64 operator()(i64 w) const {
    const auto p = mapwright_maps::triangle::w64::unrank(2000000000, w);
    return p.i ^ p.j;
  }
};
struct FlooredTriangle {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::floor(std::sqrt(2.0 * double(w) + 0.25) - 0.5));
    return i ^ (w - i * (i + 1) / 2);
  }
};
struct ConvertedTriangle {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::sqrt(2.0 * double(w) + 0.25) - 0.5);
    return i ^ (w - i * (i + 1) / 2);
  }
};
struct ExactTetrahedron {
  i64 operator()(i64 w) const {
    const auto p = mapwright_maps::tetrahedron::w64::unrank(2000000, w);
    return p.i ^ p.j ^ p.k;
  }
};
struct TextbookTetrahedron {
  i64 operator()(i64 w) const {
    const i64 i = i64(std::floor(std::cbrt(6.0 * double(w))));
    const i64 v = w - i * (i + 1) * (i + 2) / 6;
    const i64 j = i64(std::floor(std::sqrt(std::fabs(2.0 * double(v) + 0.25)) - 0.5));
    return i ^ j ^ (v - j * (j + 1) / 2);
  }
};

int main() {
  constexpr i64 items = 200000;
  for (const i64 from : {i64(0), i64(1000000000), i64(100000000000000000)}) {
    std::printf(" from w = %lld: emitted, textbook\n", static_cast<long long>(from));
    compare("triangle / floor(sqrt(2w + .25) - .5)", ExactTriangle{}, FlooredTriangle{}, from, items, 201);
    compare("triangle / i64(sqrt(2w + .25) - .5)", ExactTriangle{}, ConvertedTriangle{}, from, items, 201);
    compare("tetrahedron / floor(cbrt(6w)), floor(sqrt)", ExactTetrahedron{}, TextbookTetrahedron{}, from, items, 201);
  }
}
)program";

} // namespace

int main() {
  using namespace mapwright;
  try {
    const bench::Workshop workshop;
    workshop.write("triangle.hpp", bench::emitted_header("triangle", "triangle"));
    workshop.write("tetrahedron.hpp", bench::emitted_header("tetrahedron", "tetrahedron"));
    workshop.write("main.cpp", std::string(bench::paired_timing) + program);
    return workshop.run_everywhere();
  } catch (const std::exception& problem) {
    std::cerr << problem.what() << "\n";
    return 4;
  }
}
