#include "device/nvrtc.hpp"

#include "core/dynamic_library.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

namespace fs = std::filesystem;

struct Nvrtc {
  RuntimeCompiler compiler;
  CodeGetter cubin{};
  CodeGetter ptx{};
  int (*architecture_count)(int* count) = nullptr;
  int (*architectures)(int* list) = nullptr;
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

Result<Nvrtc> load_nvrtc() {
  const Result<DynamicLibrary> library = DynamicLibrary::open(library_names());
  if (!library) {
    return fail(ErrorKind::machine, "NVRTC (libnvrtc.so) is not installed: CUDA kernels cannot be compiled",
                "install the CUDA toolkit's package cuda-nvrtc (Debian non-free: libnvrtc11.2), or set CUDA_HOME");
  }
  Nvrtc api{.compiler = {.name = "NVRTC", .file = "kernel.cu", .library = *library}};
  const bool complete = bind(api.compiler, "nvrtc") &&
                        bind(api.cubin, *library, "nvrtcGetCUBINSize", "nvrtcGetCUBIN") &&
                        bind(api.ptx, *library, "nvrtcGetPTXSize", "nvrtcGetPTX") &&
                        library->bind("nvrtcGetNumSupportedArchs", api.architecture_count) &&
                        library->bind("nvrtcGetSupportedArchs", api.architectures);
  if (!complete) {
    return fail(ErrorKind::machine, fmt::format("{} is too old: CUDA 11.2 or later is needed", library->name()));
  }
  return api;
}

const Result<Nvrtc>& nvrtc() {
  static const Result<Nvrtc> loaded = load_nvrtc();
  return loaded;
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
  NvrtcVersion version{.library = nvrtc()->compiler.library.name()};
  nvrtc()->compiler.version(&version.major, &version.minor);
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
  const bool machine_code = job.image == CudaImage::cubin;
  Result<NvrtcOutput> output = compile(api.compiler, machine_code ? api.cubin : api.ptx, job.source, options_of(job));
  if (output && output->image && !machine_code) {
    output->image->resize(std::string_view(output->image->c_str()).size()); // a text, without its terminator
  }
  return output;
}

} // namespace mapwright::device
