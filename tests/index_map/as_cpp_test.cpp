#include "index_map/candidate/as_cpp.hpp"

#include <gtest/gtest.h>

namespace mapwright::index_map::candidate {
namespace {

TEST(AsCpp, VectorLiteralsBecomeConstructorsInPlace) {
  EXPECT_EQ(opencl_as_cpp("return (uint2)(i, j);"), "return  uint2 (i, j);");
  EXPECT_EQ(opencl_as_cpp("( long4\n) (a,b,c,d)"), "  long4\n  (a,b,c,d)");
  EXPECT_EQ(opencl_as_cpp("f((double3)((float2)(a, b), c))"), "f( double3 ( float2 (a, b), c))");
}

TEST(AsCpp, OtherParenthesesStay) {
  for (const char* text : {"(int)(x)", "(int5)(a)", "(int2) x", "(int2", "(", "f(int2)", "(int2)", "(int2) ",
                           "((a)(b))", "(short2)(a, b)", "(int22)(a)"}) {
    EXPECT_EQ(opencl_as_cpp(text), text);
  }
}

TEST(AsCpp, IncludesOfCudaBecomeSpaces) {
  EXPECT_EQ(cuda_as_cpp("#include <cuda_runtime.h>\nint2 f();"), std::string(25, ' ') + "\nint2 f();");
  EXPECT_EQ(cuda_as_cpp("int a;\n #\tinclude \"cuda.h\""), "int a;\n" + std::string(19, ' '));
}

TEST(AsCpp, OtherIncludesStay) {
  for (const char* text : {"#include <cmath>\n", "#include <cuda.hpp>\n", "#include <my_cuda.h>\n",
                           "// #include <cuda.h>\n", "#define cuda.h\n", "#include", "#include <cuda.h"}) {
    EXPECT_EQ(cuda_as_cpp(text), text);
  }
}

} // namespace
} // namespace mapwright::index_map::candidate
