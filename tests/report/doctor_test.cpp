#include "report/doctor.hpp"
#include "report/doctor_commands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mapwright::report {
namespace {

using ::testing::HasSubstr;

DoctorReport made_up() {
  DoctorReport report;
  report.machine = {"A CPU", 4, gibibytes(8), "Linux 6.1.0 x86_64", "g++ 12.2.0"};
  report.compilers = {{"g++", "/usr/bin/g++", "g++ (Debian 12.2.0-14) 12.2.0"}};
  report.devices = {{.api = device::Api::cuda,
                     .id = device::DeviceId(1),
                     .name = "A GPU",
                     .vendor = "NVIDIA",
                     .driver = "CUDA 13.0",
                     .architecture = "sm_90",
                     .compute_units = 132,
                     .memory = gibibytes(80),
                     .group_memory = kibibytes(227),
                     .max_group_size = 1024}};
  report.nvrtc = Nvrtc{"13.0", "libnvrtc.so.13", {75, 90}};
  report.hiprtc = Hiprtc{"5.2", "libamdhip64.so.5"};
  report.models = {{"OPENAI_API_KEY", "set"}};
  report.sandbox = sandbox::Level::seccomp;
  report.libraries = {{"fmt", "9.1.0"}};
  report.missing = {{"NVML", "cannot be opened", "energy of GPU kernels", "install the driver"}};
  return report;
}

TEST(Doctor, SaysItInWords) {
  EXPECT_EQ(to_text(made_up()), R"(machine:
  A CPU, 4 cores, 8.0 GiB, Linux 6.1.0 x86_64, g++ 12.2.0
compilers:
  g++     g++ (Debian 12.2.0-14) 12.2.0  (/usr/bin/g++)
devices:
  cuda:1    A GPU, 132 units, 80.0 GiB, sm_90, driver CUDA 13.0
NVRTC:
  13.0  (libnvrtc.so.13), compiles for sm_75 sm_90
hiprtc:
  5.2  (libamdhip64.so.5)
energy meters:
  none
language models:
  OPENAI_API_KEY: set
sandbox level:
  seccomp
libraries:
  fmt 9.1.0
missing:
  NVML (needed for energy of GPU kernels)
      why: cannot be opened
      get it: install the driver
)");
}

TEST(Doctor, SaysItInJson) {
  const nlohmann::json json = to_json(made_up());
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["machine"]["memory_bytes"], std::uint64_t{8} << 30U);
  EXPECT_EQ(json["compilers"][0]["path"], "/usr/bin/g++");
  EXPECT_EQ(json["devices"][0]["api"], "cuda");
  EXPECT_EQ(json["devices"][0]["id"], 1);
  EXPECT_EQ(json["devices"][0]["group_memory_bytes"], 227 << 10);
  EXPECT_EQ(json["nvrtc"]["architectures"], (std::vector<int>{75, 90}));
  EXPECT_EQ(json["hiprtc"]["library"], "libamdhip64.so.5");
  EXPECT_EQ(json["meters"], nlohmann::json::array());
  EXPECT_EQ(json["models"][0]["state"], "set");
  EXPECT_EQ(json["sandbox_level"], "seccomp");
  EXPECT_EQ(json["missing"][0]["needed_for"], "energy of GPU kernels");
  DoctorReport bare = made_up();
  bare.nvrtc.reset();
  bare.hiprtc.reset();
  EXPECT_TRUE(to_json(bare)["nvrtc"].is_null());
  EXPECT_TRUE(to_json(bare)["hiprtc"].is_null());
}

/// Each thing the doctor looks for is either found or missing, with its purpose.
TEST(Doctor, AccountsForEverythingOnThisMachine) {
  const DoctorReport report = collect_doctor();
  std::vector<std::string> names;
  for (const Compiler& compiler : report.compilers) {
    EXPECT_FALSE(compiler.path.empty());
    names.push_back(compiler.name);
  }
  for (const Missing& missing : report.missing) {
    EXPECT_FALSE(missing.needed.empty()) << missing.name;
    names.push_back(missing.name);
  }
  for (const char* compiler : {"g++", "clang++", "nvcc", "hipcc"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), compiler), 1) << compiler;
  }
  ASSERT_FALSE(report.devices.empty());
  EXPECT_EQ(report.devices.front().api, device::Api::host);
  EXPECT_NE(report.nvrtc.has_value(), std::count(names.begin(), names.end(), "NVRTC") == 1);
  EXPECT_NE(report.hiprtc.has_value(), std::count(names.begin(), names.end(), "hiprtc") == 1);
  const auto hip_devices = std::count_if(report.devices.begin(), report.devices.end(),
                                         [](const auto& device) { return device.api == device::Api::hip; });
  EXPECT_NE(hip_devices > 0, std::count(names.begin(), names.end(), "HIP device") == 1);
  EXPECT_EQ(report.libraries.size(), 6U);
  EXPECT_NE(report.models.empty(), std::count(names.begin(), names.end(), "language model") == 0);
  EXPECT_THAT(to_text(report), HasSubstr(report.machine.cpu));
  EXPECT_NO_THROW((void)to_json(report).dump());
}

TEST(AskVersions, TellsAbsentFromSilent) {
  const std::vector<CommandQuestion> questions{{"no-such-compiler", "x"}, {"true", "no such line"}, {"ls", "ls ("}};
  const std::vector<CommandAnswer> answers = ask_versions(questions, Seconds(5));
  ASSERT_EQ(answers.size(), 3U);
  EXPECT_EQ(answers[0].path, "");
  EXPECT_NE(answers[1].path, "");
  EXPECT_EQ(answers[1].version, "");
  EXPECT_THAT(answers[2].version, HasSubstr("ls (GNU coreutils)"));
}

} // namespace
} // namespace mapwright::report
