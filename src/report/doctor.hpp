// What this machine has and what it lacks: compilers, devices, energy meters, containment, libraries.
#pragma once

#include "device/device.hpp"
#include "measure/machine.hpp"
#include "report/doctor_models.hpp"
#include "sandbox/level.hpp"

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mapwright::report {

/// A thing that is not here: what one would use it for, and how to get it.
struct Missing {
  std::string name;   ///< "nvcc", "NVML", "sandbox level full" ...
  std::string why;    ///< what was found instead, one sentence; may be empty
  std::string needed; ///< what it is needed for
  std::string remedy; ///< what to do: a Debian package, a setting
};

/// A compiler that answered --version.
struct Compiler {
  std::string name; ///< "g++"
  std::string path;
  std::string version; ///< the line that says it
};

/// The CUDA run-time compiler.
struct Nvrtc {
  std::string version;            ///< "13.0"
  std::string library;            ///< where it was found
  std::vector<int> architectures; ///< 75 stands for sm_75
};

/// The HIP run-time compiler.
struct Hiprtc {
  std::string version; ///< "5.2"
  std::string library; ///< where it was found
};

/// A library this program runs with.
struct Library {
  std::string name;
  std::string version;
};

/// All that was found on this machine.
struct DoctorReport {
  measure::Machine machine;
  std::vector<Compiler> compilers;
  std::vector<device::DeviceInfo> devices; ///< the host first
  std::optional<Nvrtc> nvrtc;
  std::optional<Hiprtc> hiprtc;
  std::vector<std::string> meters; ///< the method of each energy meter that answers
  std::vector<ModelAccess> models; ///< ways to language models
  sandbox::Level sandbox = sandbox::Level::none;
  std::vector<Library> libraries;
  std::vector<Missing> missing; ///< in the order of the fields above
};

/// Looks at everything, well under two seconds: programs that do not answer within a second count as missing.
DoctorReport collect_doctor();

/// For people: one section per kind, then what is missing, for what, and how to get it. Ends with a newline.
std::string to_text(const DoctorReport& report);

/// One object with schema_version 1 and a key for each field of the report; sizes in bytes. Keys are stable.
nlohmann::json to_json(const DoctorReport& report);

} // namespace mapwright::report
