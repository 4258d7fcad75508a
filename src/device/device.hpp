// Devices that run kernels: what there is, compile, move data, launch, time.
//
// One narrow interface for OpenCL, CUDA and HIP. Libraries that belong to a device (drivers, NVRTC, hiprtc) are opened
// at run time, so the same binary works where they are missing and drives the device where they are there.
#pragma once

#include "core/error.hpp"
#include "core/id.hpp"
#include "core/units.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mapwright::device {

/// How a device is driven.
enum class Api : std::uint8_t {
  host,   ///< the processor this program runs on: information only, kernels in C++ are compiled and run elsewhere
  opencl, ///< OpenCL C, through the ICD loader
  cuda,   ///< CUDA C++, through NVRTC and the driver
  hip,    ///< HIP C++, through hiprtc and the HIP runtime; not yet run on hardware
};

/// "host", "opencl", "cuda" or "hip".
std::string_view to_string(Api api);

/// Names a device within its Api, counting from 0 in the order the Api gives; stable while the machine is unchanged.
using DeviceId = Id<struct DeviceTag>;

/// What a device is.
struct DeviceInfo {
  Api api = Api::host;
  DeviceId id{0};
  std::string name{};
  std::string vendor{};
  std::string driver{};           ///< version of the driver
  std::string architecture{};     ///< "sm_90" for CUDA, "gfx90a" for HIP, the OpenCL C version, the host's machine
  unsigned compute_units = 0;     ///< multiprocessors or cores
  Bytes memory{};                 ///< global memory
  Bytes group_memory{};           ///< memory shared by one group (OpenCL local, CUDA shared); 0 for the host
  Bytes cache{};                  ///< its last-level cache; 0 where it is not known
  std::size_t max_group_size = 0; ///< most threads in one group; 0 for the host
  bool is_processor = false;      ///< it is the processor this program runs on, and shares its caches and memory
};

/// An Api without devices, and why.
struct Absence {
  Api api;
  Error error; ///< kind machine; the hint says what to install
};

struct DeviceList {
  std::vector<DeviceInfo> devices; ///< the host first
  std::vector<Absence> absent;
};

/// All devices of this machine. Never fails: what is not there is listed as absent.
DeviceList list_devices();

/// The devices of one Api; no library of another one is opened. Machine error when there are none.
Result<std::vector<DeviceInfo>> list_devices(Api api);

/// Memory on a device; freed with the object. May outlive the Device it came from.
class Buffer {
public:
  virtual ~Buffer() = default;
  [[nodiscard]] virtual Bytes size() const = 0;

  /// Copies `data` to the beginning of the buffer, or the beginning of the buffer to `data`; returns when it is done.
  /// Input error when `data` is larger than the buffer.
  virtual Result<void> upload(std::span<const std::byte> data) = 0;
  virtual Result<void> download(std::span<std::byte> data) const = 0;
};

/// Compiled code on a device. May outlive the Device it came from.
class Program {
public:
  virtual ~Program() = default;

  /// What has been compiled so far, for Device::load in another process; empty where the Api has no such form.
  [[nodiscard]] virtual std::vector<std::byte> binary() const { return {}; }
};

/// What came of a compilation. A source that does not build is an answer, not an error.
struct Build {
  std::unique_ptr<Program> program{}; ///< null when the source was rejected
  std::string log{};                  ///< what the compiler said; may hold warnings of a program that was built
};

/// Memory shared by one group, given at launch: an OpenCL __local argument; in CUDA, where it is no argument of the
/// kernel, it adds to the size of the extern __shared__ array.
struct GroupMemory {
  Bytes size;
};

/// A buffer from its byte `offset` on, a multiple of 4096.
struct BufferPart {
  const Buffer* buffer;
  Bytes offset;
};

/// A kernel argument; scalars must have exactly the type of the parameter.
using Argument = std::variant<const Buffer*, BufferPart, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t,
                              float, double, GroupMemory>;

/// How many threads: `groups` groups of `group_size` threads along x, y, z (CUDA: grid and block).
struct LaunchShape {
  std::array<std::size_t, 3> groups{1, 1, 1};
  std::array<std::size_t, 3> group_size{1, 1, 1};
};

/// How long launches took.
struct LaunchTime {
  Seconds on_device{0}; ///< between events before the first and after the last kernel, by the device's clock
  Seconds on_host{0};   ///< from the call to completion, by the host's monotonic clock
};

/// One launch of several.
struct Launch {
  std::string entry;
  LaunchShape shape{};
  std::vector<Argument> arguments{};
};

/// Launches for which everything is looked up. The program and the buffers must outlive them.
class PreparedLaunches {
public:
  virtual ~PreparedLaunches() = default;

  /// Runs them one after the other and waits, once, until the device has nothing left to do. Any number of times.
  /// Machine error: a launch failed, for CUDA and HIP this includes a kernel that faulted. Input error: a shape that
  /// the device does not do.
  virtual Result<LaunchTime> run() = 0;
};

/// An opened device. Not thread-safe; use one per thread.
class Device {
public:
  virtual ~Device() = default;
  [[nodiscard]] virtual const DeviceInfo& info() const = 0;

  /// Memory with undefined content. Input error for size 0, machine error when the device has not as much left.
  virtual Result<std::unique_ptr<Buffer>> allocate(Bytes size) = 0;

  /// Compiles `source` (OpenCL C, CUDA C++ or HIP C++) with the compiler's own `options`. In CUDA and HIP entries are
  /// extern "C".
  virtual Result<Build> compile(const std::string& source, const std::vector<std::string>& options = {}) = 0;

  /// Makes a program of what Program::binary() gave on the same device. Input error when it is none.
  virtual Result<Build> load(std::span<const std::byte> binary);

  /// Looks up what launches of `program` need. Buffers and program must come from this device. Input error: no such
  /// entry, wrong number or size of arguments (as far as the Api can tell: CUDA and HIP cannot).
  virtual Result<std::unique_ptr<PreparedLaunches>> prepare(const Program& program, std::vector<Launch> launches) = 0;

  /// Runs `entry` of `program` and waits for its end: prepare and run in one.
  Result<LaunchTime> launch(const Program& program, const std::string& entry, const LaunchShape& shape,
                            std::span<const Argument> arguments);

  /// Copies the first `size` bytes of one buffer to another one on the device, `times` times, and waits: how long that
  /// took by the host's clock. Input error when a buffer is smaller.
  virtual Result<Seconds> copy(const Buffer& from, Buffer& to, Bytes size, unsigned times) = 0;
};

/// Opens a device that list_devices() gave. Input error for the host, machine error when it is gone.
Result<std::unique_ptr<Device>> open_device(const DeviceInfo& info);

} // namespace mapwright::device
