#include "report/doctor.hpp"

#include "device/hiprtc.hpp"
#include "device/nvrtc.hpp"
#include "device/opencl.hpp"
#include "kernel/rewrite/examination.hpp"
#include "measure/energy.hpp"
#include "report/doctor_commands.hpp"
#include "sandbox/syscalls.hpp"

#include <memory>
#include <utility>

#include <curl/curl.h>
#include <fmt/format.h>
#include <isl/version.h>
#include <sqlite3.h>

namespace mapwright::report {
namespace {

struct CompilerQuestion {
  const char* name;
  const char* line_with; ///< the version is in the first line of the output that holds this
  const char* needed;
  const char* remedy;
};

constexpr CompilerQuestion compiler_questions[] = {
    {"g++", "g++", "compiling C++ and OpenMP kernels", "apt install g++"},
    {"clang++", "clang version", "comparing compilers and fuzzing", "apt install clang"},
    {"nvcc", "release", "comparing with ahead-of-time CUDA builds; NVRTC is enough to run CUDA kernels",
     "install the CUDA toolkit (Debian non-free: nvidia-cuda-toolkit)"},
    {"hipcc", "HIP version", "HIP kernels on AMD GPUs", "install ROCm (Debian: apt install hipcc)"},
};

constexpr const char* needs_opencl = "OpenCL kernels";
constexpr const char* needs_cuda = "running and timing CUDA kernels";
constexpr const char* needs_nvrtc = "compiling CUDA kernels";
constexpr const char* needs_hip = "running and timing HIP kernels, which nobody has tried on hardware yet";
constexpr const char* needs_hiprtc = "compiling HIP kernels";
constexpr const char* needs_libclang = "rewriting kernels with the built-in experiments";
constexpr const char* needs_rapl = "energy of CPU kernels";
constexpr const char* needs_nvml = "energy of GPU kernels";
constexpr const char* needs_sandbox = "running untrusted candidates";

void look_for_compilers(DoctorReport& report) {
  std::vector<CommandQuestion> questions;
  for (const CompilerQuestion& question : compiler_questions) {
    questions.push_back({question.name, question.line_with});
  }
  const std::vector<CommandAnswer> answers = ask_versions(questions, Seconds(1));
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const CompilerQuestion& question = compiler_questions[i];
    if (answers[i].version.empty()) {
      const std::string why = answers[i].path.empty() ? "" : answers[i].path + " does not answer --version";
      report.missing.push_back({question.name, why, question.needed, question.remedy});
    } else {
      report.compilers.push_back({question.name, answers[i].path, answers[i].version});
    }
  }
}

Missing missing(std::string name, const Error& error, const char* needed) {
  return {std::move(name), error.message, needed, error.hint};
}

void look_for_devices(DoctorReport& report) {
  device::DeviceList list = device::list_devices();
  report.devices = std::move(list.devices);
  for (const device::Absence& absence : list.absent) {
    switch (absence.api) {
    case device::Api::opencl:
      report.missing.push_back(missing("OpenCL device", absence.error, needs_opencl));
      break;
    case device::Api::cuda:
      report.missing.push_back(missing("CUDA device", absence.error, needs_cuda));
      break;
    case device::Api::hip:
      report.missing.push_back(missing("HIP device", absence.error, needs_hip));
      break;
    case device::Api::host:
      break;
    }
  }
}

void look_for_nvrtc(DoctorReport& report) {
  const Result<device::NvrtcVersion> version = device::nvrtc_version();
  if (!version) {
    report.missing.push_back(missing("NVRTC", version.error(), needs_nvrtc));
    return;
  }
  report.nvrtc = Nvrtc{fmt::format("{}.{}", version->major, version->minor), version->library,
                       device::nvrtc_architectures().value_or(std::vector<int>{})};
}

void look_for_hiprtc(DoctorReport& report) {
  const Result<device::HiprtcVersion> version = device::hiprtc_version();
  if (!version) {
    report.missing.push_back(missing("hiprtc", version.error(), needs_hiprtc));
    return;
  }
  report.hiprtc = Hiprtc{fmt::format("{}.{}", version->major, version->minor), version->library};
}

void look_for_libclang(DoctorReport& report) {
  if (const Result<void> able = kernel::can_examine(); !able) {
    report.missing.push_back(missing("libclang", able.error(), needs_libclang));
  }
}

void look_for_meters(DoctorReport& report) {
  const auto look = [&](const char* name, const Result<std::unique_ptr<measure::EnergyMeter>>& meter,
                        const char* needed) {
    if (meter) {
      report.meters.push_back((*meter)->method());
    } else {
      report.missing.push_back(missing(name, meter.error(), needed));
    }
  };
  look("RAPL", measure::open_rapl(), needs_rapl);
  look("NVML", measure::open_nvml(), needs_nvml);
}

void look_for_models(DoctorReport& report) {
  report.models = find_model_access();
  if (report.models.empty()) {
    report.missing.push_back({"language model", "no model in the environment, no key, no server at the usual ports",
                              "proposals beyond the built-in ones", "docs/models.md has the line for each server"});
  }
}

void look_at_sandbox(DoctorReport& report) {
  const sandbox::LevelReport level = sandbox::detect_level();
  report.sandbox = level.level;
  for (const std::string& why : level.missing) {
    report.missing.push_back({fmt::format("sandbox level {}", why.substr(0, why.find(':'))), why, needs_sandbox,
                              "apt install bubblewrap util-linux; in a container allow user namespaces and seccomp"});
  }
}

void look_at_libraries(DoctorReport& report) {
  std::string isl = isl_version(); // "isl-0.25-GMP", with a newline
  isl.resize(isl.find_last_not_of('\n') + 1);
  report.libraries = {{"isl", isl},
                      {"fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
                      {"libcurl", curl_version_info(CURLVERSION_NOW)->version},
                      {"SQLite", sqlite3_libversion()},
                      {"libseccomp", sandbox::filter_library_version()},
                      {"OpenCL loader", device::opencl_loader_version()}};
}

} // namespace

DoctorReport collect_doctor() {
  DoctorReport report;
  report.machine = measure::describe_machine();
  look_for_compilers(report);
  look_for_devices(report);
  look_for_nvrtc(report);
  look_for_hiprtc(report);
  look_for_libclang(report);
  look_for_meters(report);
  look_for_models(report);
  look_at_sandbox(report);
  look_at_libraries(report);
  return report;
}

} // namespace mapwright::report
