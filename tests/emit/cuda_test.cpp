// Emitted CUDA C++ compiles for devices: by NVRTC without any include, and by nvcc where it is on the PATH. What it
// computes is compared in cpp_test.cpp, on its host side.
#include "core/dynamic_library.hpp"
#include "emit/toolchain.hpp"

#include <array>
#include <optional>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

/// A kernel that calls all five functions in both words, and one that takes prepared sizes by value.
std::string kernel_text(const ExampleMap& e) {
  std::string out;
  for (const std::string word : {"w32", "w64"}) {
    std::string parameters;
    for (std::size_t i = 0; i < e.map.domain.parameters.size(); ++i) {
      parameters += (i == 0 ? "" : ", ") + ("m::index_t(in[" + std::to_string(i)) + "])";
    }
    for (const expr::Table& table : e.map.tables) {
      parameters += table.runtime ? ", in + 8" : "";
    }
    out += "__global__ void probe_" + word +
           "(const long long *in, long long items, long long *out) {\n"
           "  namespace m = mapwright_maps::" +
           e.identifier + "::" + word +
           ";\n"
           "  const long long q = mapwright_maps::" +
           e.identifier +
           "::launch::global_index();\n"
           "  if (q >= items || !m::fits(" +
           parameters.substr(0, parameters.find(", in + 8")) +
           ")) return;\n"
           "  const m::point at = m::unrank(" +
           parameters +
           ", m::index_t(q));\n"
           "  const m::step s = m::successor(" +
           parameters +
           ", at);\n"
           "  out[q] = m::count(" +
           parameters + ") + m::rank(" + parameters + ", at) + m::contains(" + parameters +
           ", s.next) + s.has_next;\n}\n";
    if (is_prepared(e, word == "w32" ? 32 : 64)) {
      const std::string space = "mapwright_maps::" + e.identifier + "::" + word + "::";
      const bool table = parameters.ends_with(", in + 8");
      out += "__global__ void prepared_" + word + "(" + space + "prepared sizes, const long long *in, " + space +
             "point *out) {\n  out[threadIdx.x] = " + space + "unrank(sizes" + (table ? ", in" : "") + ", " + space +
             "index_t(in[threadIdx.x]));\n}\n";
    }
  }
  return out;
}

/// The part of NVRTC's C interface the test needs; opened at run time.
class Nvrtc {
public:
  static std::optional<Nvrtc> open(std::string& why) {
    std::vector<std::string> names;
    for (const std::string version : {"", ".13", ".12", ".11.2"}) {
      names.push_back("libnvrtc.so" + version);
      names.push_back("/usr/local/cuda/lib64/libnvrtc.so" + version);
    }
    auto library = DynamicLibrary::open(names);
    if (!library) {
      why = library.error().message;
      return std::nullopt;
    }
    return Nvrtc(std::move(*library));
  }

  std::vector<int> architectures() const {
    int count = 0;
    function<int(int*)>("nvrtcGetNumSupportedArchs")(&count);
    std::vector<int> out(static_cast<std::size_t>(count));
    function<int(int*)>("nvrtcGetSupportedArchs")(out.data());
    return out;
  }

  /// The size of the cubin; the log in `log`.
  std::size_t compile(const std::string& source, const std::vector<const char*>& options, std::string& log) const {
    void* program = nullptr;
    using Create = int(void**, const char*, const char*, int, const char* const*, const char* const*);
    function<Create>("nvrtcCreateProgram")(&program, source.c_str(), "emitted.cu", 0, nullptr, nullptr);
    const int status = function<int(void*, int, const char* const*)>("nvrtcCompileProgram")(
        program, static_cast<int>(options.size()), options.data());
    std::size_t size = 0;
    function<int(void*, std::size_t*)>("nvrtcGetProgramLogSize")(program, &size);
    log.assign(size, '\0');
    function<int(void*, char*)>("nvrtcGetProgramLog")(program, log.data());
    size = 0;
    if (status == 0) {
      function<int(void*, std::size_t*)>("nvrtcGetCUBINSize")(program, &size);
    }
    function<int(void**)>("nvrtcDestroyProgram")(&program);
    return size;
  }

private:
  explicit Nvrtc(DynamicLibrary library) : library_(std::move(library)) {}
  template <class F> F* function(const char* name) const {
    F* f = library_.find<F>(name);
    if (f == nullptr) {
      throw std::runtime_error(std::string("NVRTC lacks ") + name);
    }
    return f;
  }
  DynamicLibrary library_;
};

std::string emitted(const ExampleMap& e) {
  const auto text = (*emit::make_dialect("cuda"))->emit(unit_of(e));
  return text ? *text : "#error " + text.error().message;
}

class EmittedCuda : public testing::TestWithParam<std::size_t> {};

TEST_P(EmittedCuda, CompilesWithNvrtcWithoutIncludes) {
  std::string why;
  const auto nvrtc = Nvrtc::open(why);
  if (!nvrtc) {
    GTEST_SKIP() << why;
  }
  const ExampleMap& e = example_maps()[GetParam()];
  const std::string source = emitted(e) + kernel_text(e);
  const std::vector<int> supported = nvrtc->architectures();
  int compiled = 0;
  for (const int wanted : {80, 90, 100}) {
    if (std::find(supported.begin(), supported.end(), wanted) == supported.end()) {
      continue;
    }
    const std::string architecture = "--gpu-architecture=sm_" + std::to_string(wanted);
    for (const std::vector<const char*>& more :
         {std::vector<const char*>{}, {"-DMAPWRIGHT_NO_FP64", "--use_fast_math"}}) {
      std::vector<const char*> options{architecture.c_str()};
      options.insert(options.end(), more.begin(), more.end());
      std::string log;
      EXPECT_GT(nvrtc->compile(source, options, log), 0U) << log;
      EXPECT_EQ(log.find("warning"), std::string::npos) << log;
      ++compiled;
    }
  }
  EXPECT_GT(compiled, 0);
}

TEST_P(EmittedCuda, CompilesWithNvcc) {
  if (!has_command("nvcc")) {
    GTEST_SKIP() << "no nvcc on this machine";
  }
  const ExampleMap& e = example_maps()[GetParam()];
  const ScratchFolder folder;
  write_text(folder / "emitted.cu", emitted(e) + kernel_text(e));
  EXPECT_EQ(failure_of("nvcc -std=c++17 -arch=sm_90 --cubin -Werror all-warnings '" + (folder / "emitted.cu").string() +
                           "' -o '" + (folder / "cubin").string() + "'",
                       folder),
            "");
}

INSTANTIATE_TEST_SUITE_P(All, EmittedCuda, testing::Range<std::size_t>(0, example_maps().size()),
                         [](const auto& p) { return example_maps()[p.param].identifier; });

} // namespace
} // namespace mapwright::test
