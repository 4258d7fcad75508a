// C++ candidates: a shared object in this process. The judge compiles it with a function that unpacks the arguments.
#include "kernel/worker/back_end.hpp"
#include "sandbox/confine.hpp"

#include <array>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace mapwright::kernel::worker {
namespace {

using Call = void(const std::int64_t* sizes, void* const* buffers);

/// What a C++ compiler links without being asked, vector mathematics, and OpenMP: no library can be opened later.
constexpr std::array compilers_libraries{"libstdc++.so.6", "libm.so.6",    "libmvec.so.1",
                                         "libgcc_s.so.1",  "libgomp.so.1", "libatomic.so.1"};

/// clang's OpenMP. It makes itself known under a name in shared memory when it is first used, which is too late later
/// on; nobody needs the name.
void start_llvm_openmp() {
  void* library = dlopen("libomp.so.5", RTLD_NOW | RTLD_LOCAL);
  void* start = library == nullptr ? nullptr : dlsym(library, "omp_get_max_threads");
  if (start != nullptr) {
    reinterpret_cast<int (*)()>(start)();
    shm_unlink(fmt::format("/__KMP_REGISTERED_LIB_{}_{}", getpid(), getuid()).c_str());
  }
}

class HostBackEnd final : public BackEnd {
public:
  std::optional<Failure> open(const OpenRequest& request) override {
    for (const char* library : compilers_libraries) {
      dlopen(library, RTLD_NOW | RTLD_LOCAL); // one that is not installed is not needed
    }
    if (request.compiler == "clang++") {
      start_llvm_openmp();
    }
    const Result<bool> confined = sandbox::confine_to_computing();
    return confined ? std::nullopt : std::optional(Failure{Failure::Blame::machine, confined.error().message});
  }

  [[nodiscard]] OpenReply opened() const override { return {.on_processor = true}; }
  std::optional<std::uint64_t> copy_rate(std::uint64_t /*bytes*/) override { return std::nullopt; }

  LoadReply load(const LoadRequest& /*request*/, std::span<const sandbox::FileDescriptor> code) override {
    void* library = dlopen(fmt::format("/proc/self/fd/{}", code.front().get()).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
      return {LoadReply::State::rejected, dlerror()};
    }
    call_ = reinterpret_cast<Call*>(dlsym(library, "mapwright_call"));
    return call_ != nullptr ? LoadReply{LoadReply::State::ready, {}}
                            : LoadReply{LoadReply::State::rejected, "the function that makes the call is missing"};
  }

  std::optional<Failure> put(const CallLayout& layout, const SharedMemory& memory) override {
    sizes_ = layout.sizes;
    buffers_.clear();
    for (const Place& place : layout.arguments) {
      // Inputs are handed over without const in this table only; the unpacking function puts it back.
      buffers_.push_back(place.writable ? memory.writable.data() + place.offset
                                        : const_cast<std::byte*>(memory.read_only.data()) + place.offset);
    }
    return std::nullopt;
  }

  std::optional<Failure> go() override {
    call_(sizes_.data(), buffers_.data());
    return std::nullopt;
  }

  std::optional<Failure> fetch() override { return std::nullopt; }

private:
  Call* call_ = nullptr;
  std::vector<std::int64_t> sizes_{};
  std::vector<void*> buffers_{};
};

} // namespace

std::unique_ptr<BackEnd> make_host_back_end() {
  return std::make_unique<HostBackEnd>();
}

} // namespace mapwright::kernel::worker
