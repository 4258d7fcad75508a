#include "device/hiprtc.hpp"

#include "device/rocm.hpp"

namespace mapwright::device {
namespace {

struct Hiprtc {
  RuntimeCompiler compiler;
  CodeGetter code{};
};

Result<Hiprtc> load_hiprtc() {
  // The runtime's library may lack the compiler: then it is not the one that is looked for.
  for (const std::string& name : hiprtc_libraries()) {
    const Result<DynamicLibrary> library = DynamicLibrary::open(std::span(&name, 1));
    if (!library) {
      continue;
    }
    Hiprtc api{.compiler = {.name = "hiprtc", .file = "kernel.hip", .library = *library}};
    if (bind(api.compiler, "hiprtc") && bind(api.code, *library, "hiprtcGetCodeSize", "hiprtcGetCode")) {
      return api;
    }
  }
  return fail(ErrorKind::machine, "hiprtc (libhiprtc.so) is not installed: HIP kernels cannot be compiled",
              "install ROCm (Debian: libamdhip64-5 with libhiprtc-builtins5), or set ROCM_PATH");
}

const Result<Hiprtc>& hiprtc() {
  static const Result<Hiprtc> loaded = load_hiprtc();
  return loaded;
}

} // namespace

std::vector<std::string> hiprtc_libraries() {
  return rocm_libraries({"libhiprtc.so.7", "libhiprtc.so.6", "libhiprtc.so.5", "libhiprtc.so", "libamdhip64.so.6",
                         "libamdhip64.so.5", "libamdhip64.so"});
}

Result<HiprtcVersion> hiprtc_version() {
  if (!hiprtc()) {
    return forward(hiprtc());
  }
  HiprtcVersion version{.library = hiprtc()->compiler.library.name()};
  hiprtc()->compiler.version(&version.major, &version.minor);
  return version;
}

Result<CompiledCode> hiprtc_compile(const HiprtcJob& job) {
  if (!hiprtc()) {
    return forward(hiprtc());
  }
  std::vector<std::string> options = job.options;
  if (!job.architecture.empty()) {
    options.push_back("--gpu-architecture=" + job.architecture);
  }
  return compile(hiprtc()->compiler, hiprtc()->code, job.source, options);
}

} // namespace mapwright::device
