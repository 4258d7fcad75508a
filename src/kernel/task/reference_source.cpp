#include "kernel/task/reference_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

constexpr std::string_view head = R"(#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include <unistd.h>

)";

constexpr std::string_view tools = R"(
namespace mapwright_main {
void read(void* to, std::size_t bytes) {
  if (bytes != 0 && std::fread(to, 1, bytes, stdin) != bytes) {
    std::fputs("the inputs end too early\n", stderr);
    std::_Exit(3);
  }
}
void write(std::FILE* out, const void* from, std::size_t bytes) {
  if (bytes != 0 && std::fwrite(from, 1, bytes, out) != bytes) {
    std::_Exit(3);
  }
}
template <class T> struct Buffer { // std::vector<T> without a special case, with a pointer even when it is empty
  explicit Buffer(std::int64_t count, T value = T())
      : size(static_cast<std::size_t>(count)), items(size + 1, value) {}
  std::size_t size;
  std::vector<T> items;
  T* data() { return items.data(); }
  std::size_t bytes() const { return size * sizeof(T); }
};
} // namespace mapwright_main

int main() {
  using namespace mapwright_main;
  constexpr double unset = std::numeric_limits<double>::quiet_NaN();
  std::FILE* out = fdopen(dup(1), "wb");
  dup2(2, 1); // what the reference prints is no result
)";

} // namespace

std::string reference_declaration(const Task& task) {
  std::vector<std::string> parameters;
  for (const std::string& size : task.sizes) {
    parameters.push_back("std::int64_t " + size);
  }
  for (const Argument& argument : task.arguments) {
    const std::string_view type = cpp_type(argument.type);
    const bool both = argument.intent == Intent::in_out;
    if (argument.shape.empty()) {
      parameters.push_back(fmt::format("{} {}", type, argument.name));
      continue;
    }
    if (argument.intent != Intent::out) {
      parameters.push_back(fmt::format("const {}* {}{}", type, argument.name, both ? "_in" : ""));
    }
    if (argument.intent == Intent::in) {
      continue;
    }
    if (is_float(argument.type)) {
      parameters.push_back("double* " + argument.name);
      parameters.push_back("double* " + argument.name + "_scale");
    } else {
      parameters.push_back(fmt::format("{}* {}", type, argument.name));
    }
  }
  return fmt::format("extern \"C\" void reference({})", fmt::join(parameters, ", "));
}

std::string reference_program(const Task& task, const std::string& text) {
  std::string source = fmt::format("{}{};\n#line 1 \"reference.cpp\"\n{}\n#line 1 \"main\"\n{}", head,
                                   reference_declaration(task), text, tools);
  const std::size_t words = task.sizes.size() + task.arguments.size();
  source += fmt::format("  std::int64_t word[{}];\n  read(word, sizeof word);\n", words);
  std::vector<std::string> passed;
  std::string results;
  for (std::size_t i = 0; i < task.sizes.size(); ++i) {
    passed.push_back(fmt::format("word[{}]", i));
  }
  for (std::size_t a = 0; a < task.arguments.size(); ++a) {
    const Argument& argument = task.arguments[a];
    const std::string_view type = cpp_type(argument.type);
    const std::string count = fmt::format("word[{}]", task.sizes.size() + a);
    if (argument.intent != Intent::out) {
      source += fmt::format("  Buffer<{0}> in{1}({2});\n  read(in{1}.data(), in{1}.bytes());\n", type, a, count);
      passed.push_back(argument.shape.empty() ? fmt::format("*in{}.data()", a) : fmt::format("in{}.data()", a));
    }
    if (argument.intent == Intent::in) {
      continue;
    }
    const bool real = is_float(argument.type);
    source += fmt::format("  Buffer<{}> out{}({}{});\n", real ? "double" : type, a, count, real ? ", unset" : "");
    passed.push_back(fmt::format("out{}.data()", a));
    results += fmt::format("  write(out, out{0}.data(), out{0}.bytes());\n", a);
    if (real) {
      source += fmt::format("  Buffer<double> scale{}({}, unset);\n", a, count);
      passed.push_back(fmt::format("scale{}.data()", a));
      results += fmt::format("  write(out, scale{0}.data(), scale{0}.bytes());\n", a);
    }
  }
  source += fmt::format("  ::reference({});\n", fmt::join(passed, ", "));
  source += fmt::format("  const std::uint64_t magic = {}u;\n  write(out, &magic, sizeof magic);\n", reference_magic);
  return source + results + "  return std::fclose(out) == 0 ? 0 : 3;\n}\n";
}

} // namespace mapwright::kernel
