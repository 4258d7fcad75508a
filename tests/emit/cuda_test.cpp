// Emitted CUDA C++ compiles for devices: by NVRTC without any include, and by nvcc where it is on the PATH. What it
// computes is compared in cpp_test.cpp, on its host side.
#include "core/dynamic_library.hpp"
#include "emit/device_kernels.hpp"

#include <array>
#include <optional>

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

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
  const std::string source = emitted(e) + device_kernels_text(e);
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
  write_text(folder / "emitted.cu", emitted(e) + device_kernels_text(e));
  EXPECT_EQ(failure_of("nvcc -std=c++17 -arch=sm_90 --cubin -Werror all-warnings '" + (folder / "emitted.cu").string() +
                           "' -o '" + (folder / "cubin").string() + "'",
                       folder),
            "");
}

INSTANTIATE_TEST_SUITE_P(All, EmittedCuda, testing::Range<std::size_t>(0, example_maps().size()),
                         [](const auto& p) { return example_maps()[p.param].identifier; });

} // namespace
} // namespace mapwright::test
