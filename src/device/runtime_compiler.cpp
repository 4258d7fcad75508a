#include "device/runtime_compiler.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

// The same numbers in both.
constexpr int rtc_success = 0;
constexpr int rtc_invalid_option = 5;
constexpr int rtc_compilation_error = 6;

/// A text or image whose size and bytes come from two calls.
std::string fetch(RuntimeCompiler::Program program, const CodeGetter& getter) {
  std::size_t size = 0;
  if (getter.size(program, &size) != rtc_success || size == 0) {
    return {};
  }
  std::string bytes(size, '\0');
  return getter.bytes(program, bytes.data()) == rtc_success ? bytes : std::string();
}

} // namespace

bool bind(RuntimeCompiler& compiler, const std::string& prefix) {
  const auto look_up = [&](const char* name, auto*& function) {
    return compiler.library.bind((prefix + name).c_str(), function);
  };
  return look_up("Version", compiler.version) && look_up("GetErrorString", compiler.error_string) &&
         look_up("CreateProgram", compiler.create) && look_up("DestroyProgram", compiler.destroy) &&
         look_up("CompileProgram", compiler.compile) && look_up("GetProgramLogSize", compiler.log_size) &&
         look_up("GetProgramLog", compiler.log);
}

bool bind(CodeGetter& getter, const DynamicLibrary& library, const char* size, const char* bytes) {
  return library.bind(size, getter.size) && library.bind(bytes, getter.bytes);
}

Result<CompiledCode> compile(const RuntimeCompiler& compiler, const CodeGetter& result, const std::string& source,
                             const std::vector<std::string>& options) {
  RuntimeCompiler::Program raw = nullptr;
  if (const int code = compiler.create(&raw, source.c_str(), compiler.file.c_str(), 0, nullptr, nullptr);
      code != rtc_success) {
    return fail(ErrorKind::machine,
                fmt::format("{} cannot take a program: {}", compiler.name, compiler.error_string(code)));
  }
  const auto destroy = [&compiler](RuntimeCompiler::Program program) { compiler.destroy(&program); };
  const std::unique_ptr<void, decltype(destroy)> program(raw, destroy);

  std::vector<const char*> pointers;
  std::transform(options.begin(), options.end(), std::back_inserter(pointers), [](const auto& s) { return s.c_str(); });
  const int code = compiler.compile(program.get(), static_cast<int>(pointers.size()), pointers.data());

  CompiledCode output{.log = fetch(program.get(), {compiler.log_size, compiler.log})};
  output.log.resize(std::string_view(output.log.c_str()).size()); // without the terminator
  if (code == rtc_invalid_option) {
    return fail(ErrorKind::input, fmt::format("{} does not know an option: {}", compiler.name, output.log));
  }
  if (code != rtc_success && code != rtc_compilation_error) {
    return fail(ErrorKind::machine,
                fmt::format("{} cannot compile: {}. {}", compiler.name, compiler.error_string(code), output.log));
  }
  if (code == rtc_success) {
    output.image = fetch(program.get(), result);
  }
  return output;
}

} // namespace mapwright::device
