#include "device/nvrtc.hpp"

#include "core/dynamic_library.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

namespace fs = std::filesystem;

// The few declarations needed, after nvrtc.h.
using NvrtcProgram = void*;
constexpr int nvrtc_success = 0;
constexpr int nvrtc_invalid_option = 5;
constexpr int nvrtc_compilation_error = 6;

struct Nvrtc {
  DynamicLibrary library;
  int (*version)(int* major, int* minor) = nullptr;
  int (*architecture_count)(int* count) = nullptr;
  int (*architectures)(int* list) = nullptr;
  const char* (*error_string)(int code) = nullptr;
  int (*create)(NvrtcProgram*, const char* source, const char* name, int headers, const char* const*,
                const char* const*) = nullptr;
  int (*destroy)(NvrtcProgram*) = nullptr;
  int (*compile)(NvrtcProgram, int options, const char* const*) = nullptr;
  int (*log_size)(NvrtcProgram, std::size_t*) = nullptr;
  int (*log)(NvrtcProgram, char*) = nullptr;
  int (*cubin_size)(NvrtcProgram, std::size_t*) = nullptr;
  int (*cubin)(NvrtcProgram, char*) = nullptr;
  int (*ptx_size)(NvrtcProgram, std::size_t*) = nullptr;
  int (*ptx)(NvrtcProgram, char*) = nullptr;
};

/// The toolkits the user names, then the usual place.
std::vector<fs::path> named_toolkits() {
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable); value != nullptr && *value != '\0') {
      roots.emplace_back(value);
    }
  }
  return roots;
}
const fs::path usual_toolkit = "/usr/local/cuda";

constexpr std::array sonames{"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"};

void add_libraries_of(const fs::path& toolkit, std::vector<std::string>& names) {
  for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"}) {
    for (const char* soname : sonames) {
      names.push_back((toolkit / folder / soname).string());
    }
  }
}

/// What the user names comes before what the dynamic linker finds.
std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const fs::path& toolkit : named_toolkits()) {
    add_libraries_of(toolkit, names);
  }
  names.insert(names.end(), sonames.begin(), sonames.end());
  add_libraries_of(usual_toolkit, names);
  return names;
}

Result<Nvrtc> load() {
  Result<DynamicLibrary> library = DynamicLibrary::open(library_names());
  if (!library) {
    return fail(ErrorKind::machine, "NVRTC (libnvrtc.so) is not installed: CUDA kernels cannot be compiled",
                "install the CUDA toolkit's package cuda-nvrtc (Debian non-free: libnvrtc11.2), or set CUDA_HOME");
  }
  Nvrtc api{.library = *library};
  const bool complete =
      api.library.bind("nvrtcVersion", api.version) &&
      api.library.bind("nvrtcGetNumSupportedArchs", api.architecture_count) &&
      api.library.bind("nvrtcGetSupportedArchs", api.architectures) &&
      api.library.bind("nvrtcGetErrorString", api.error_string) && api.library.bind("nvrtcCreateProgram", api.create) &&
      api.library.bind("nvrtcDestroyProgram", api.destroy) && api.library.bind("nvrtcCompileProgram", api.compile) &&
      api.library.bind("nvrtcGetProgramLogSize", api.log_size) && api.library.bind("nvrtcGetProgramLog", api.log) &&
      api.library.bind("nvrtcGetCUBINSize", api.cubin_size) && api.library.bind("nvrtcGetCUBIN", api.cubin) &&
      api.library.bind("nvrtcGetPTXSize", api.ptx_size) && api.library.bind("nvrtcGetPTX", api.ptx);
  if (!complete) {
    return fail(ErrorKind::machine, fmt::format("{} is too old: CUDA 11.2 or later is needed", library->name()));
  }
  return api;
}

const Result<Nvrtc>& nvrtc() {
  static const Result<Nvrtc> loaded = load();
  return loaded;
}

/// A text or image whose size and bytes come from two calls.
std::string fetch(NvrtcProgram program, int (*get_size)(NvrtcProgram, std::size_t*), int (*get)(NvrtcProgram, char*)) {
  std::size_t size = 0;
  if (get_size(program, &size) != nvrtc_success || size == 0) {
    return {};
  }
  std::string bytes(size, '\0');
  return get(program, bytes.data()) == nvrtc_success ? bytes : std::string();
}

std::string without_terminator(std::string text) {
  text.resize(std::string_view(text.c_str()).size());
  return text;
}

Result<void> check_architecture(const std::string& architecture) {
  const Result<std::vector<int>> known = nvrtc_architectures();
  if (!known) {
    return forward(known);
  }
  int number = 0;
  const bool parsed =
      architecture.starts_with("sm_") &&
      std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number).ec == std::errc();
  if (!parsed || !std::binary_search(known->begin(), known->end(), number)) {
    return fail(ErrorKind::input, fmt::format("this NVRTC does not compile for '{}'", architecture),
                known->empty() ? "" : fmt::format("it knows sm_{} to sm_{}", known->front(), known->back()));
  }
  return {};
}

/// The job's options with the architecture and the directories of the toolkit's headers. A PTX is made for the virtual
/// architecture compute_NN.
std::vector<std::string> options_of(const NvrtcJob& job) {
  std::vector<std::string> options = job.options;
  options.push_back("--gpu-architecture=" +
                    (job.image == CudaImage::cubin ? job.architecture : "compute_" + job.architecture.substr(3)));
  std::vector<fs::path> toolkits = named_toolkits();
  toolkits.push_back(usual_toolkit);
  for (const fs::path& toolkit : toolkits) {
    for (const fs::path& include : {toolkit / "include", toolkit / "include" / "cccl"}) {
      std::error_code ignored;
      if (fs::is_directory(include, ignored)) {
        options.push_back("--include-path=" + include.string());
      }
    }
  }
  return options;
}

} // namespace

Result<NvrtcVersion> nvrtc_version() {
  if (!nvrtc()) {
    return forward(nvrtc());
  }
  NvrtcVersion version{.library = nvrtc()->library.name()};
  nvrtc()->version(&version.major, &version.minor);
  return version;
}

Result<std::vector<int>> nvrtc_architectures() {
  if (!nvrtc()) {
    return forward(nvrtc());
  }
  int count = 0;
  nvrtc()->architecture_count(&count);
  std::vector<int> list(static_cast<std::size_t>(std::max(count, 0)));
  nvrtc()->architectures(list.data());
  std::sort(list.begin(), list.end());
  return list;
}

Result<NvrtcOutput> nvrtc_compile(const NvrtcJob& job) {
  if (const Result<void> known = check_architecture(job.architecture); !known) {
    return forward(known);
  }
  const Nvrtc& api = *nvrtc();
  NvrtcProgram raw = nullptr;
  if (const int code = api.create(&raw, job.source.c_str(), "kernel.cu", 0, nullptr, nullptr); code != nvrtc_success) {
    return fail(ErrorKind::machine, fmt::format("NVRTC cannot take a program: {}", api.error_string(code)));
  }
  const auto destroy = [&api](NvrtcProgram program) { api.destroy(&program); };
  const std::unique_ptr<void, decltype(destroy)> program(raw, destroy);

  const std::vector<std::string> options = options_of(job);
  std::vector<const char*> pointers;
  std::transform(options.begin(), options.end(), std::back_inserter(pointers), [](const auto& s) { return s.c_str(); });
  const int code = api.compile(program.get(), static_cast<int>(pointers.size()), pointers.data());

  NvrtcOutput output{.log = without_terminator(fetch(program.get(), api.log_size, api.log))};
  if (code == nvrtc_invalid_option) {
    return fail(ErrorKind::input, fmt::format("NVRTC does not know an option: {}", output.log));
  }
  if (code != nvrtc_success && code != nvrtc_compilation_error) {
    return fail(ErrorKind::machine, fmt::format("NVRTC cannot compile: {}. {}", api.error_string(code), output.log));
  }
  if (code == nvrtc_success) {
    output.image = job.image == CudaImage::cubin ? fetch(program.get(), api.cubin_size, api.cubin)
                                                 : without_terminator(fetch(program.get(), api.ptx_size, api.ptx));
  }
  return output;
}

} // namespace mapwright::device
