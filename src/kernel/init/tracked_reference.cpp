#include "kernel/init/tracked_reference.hpp"

#include "expr/text.hpp"
#include "kernel/init/edits.hpp"
#include "kernel/init/numbers.hpp"
#include "kernel/task/reference_source.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// Functions that the standard library has in namespace std: there they would not be those of Tracked.
constexpr std::array functions_of_numbers{"abs",   "ceil",  "copysign", "cos",  "erf",   "exp",   "exp2",     "fabs",
                                          "floor", "fma",   "fmax",     "fmin", "isinf", "isnan", "isfinite", "log",
                                          "log2",  "max",   "min",      "pow",  "round", "sin",   "sqrt",     "tan",
                                          "tanh",  "trunc", "signbit",  "expf", "sqrtf", "fabsf", "fmaxf",    "fminf"};

/// C's own names, which namespace std need not have.
bool is_standard(std::string_view name) {
  return !name.ends_with('f') || name == "erf" || name == "isinf";
}

bool is_function_of_numbers(std::string_view name) {
  return std::find(functions_of_numbers.begin(), functions_of_numbers.end(), name) != functions_of_numbers.end();
}

bool is_at(const std::vector<Token>& tokens, std::size_t i, std::string_view text) {
  return i < tokens.size() && tokens[i].text == text;
}

/// The kernel's text with numbers that know their error.
std::string with_numbers(std::string_view source) {
  const std::vector<Token> tokens = tokens_of(source, Signs::single);
  std::vector<Edit> edits;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool of_limits = i >= 2 && is_at(tokens, i - 1, "<") && is_at(tokens, i - 2, "numeric_limits");
    if ((token.text == "float" || token.text == "double") && !of_limits) {
      edits.push_back({token.begin, token.text.size(), "Number"});
    } else if (token.text == "std" && i + 4 < tokens.size() && is_function_of_numbers(tokens[i + 3].text) &&
               is_at(tokens, i + 4, "(")) {
      edits.push_back({token.begin, tokens[i + 3].begin - token.begin, ""});
    } else if (token.text == "extern" && is_at(tokens, i + 1, "\"C\"") && !is_at(tokens, i + 2, "{")) {
      edits.push_back({token.begin, tokens[i + 1].end - token.begin, ""});
    }
  }
  return edited(source, edits);
}

/// The #include lines of a text, which go before everything else.
std::pair<std::set<std::string>, std::string> without_includes(std::string_view source) {
  std::set<std::string> includes{"#include <cmath>",  "#include <cstdint>",     "#include <limits>",
                                 "#include <vector>", "#include <type_traits>", "#include <algorithm>"};
  std::string rest;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = source.substr(at, end - at);
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    if (line.substr(first).starts_with("#include")) {
      includes.insert(std::string(line.substr(first)));
    } else if (first < line.size() || !rest.ends_with("\n\n")) {
      rest += line.substr(0, line.find_last_not_of(" \t\r") + 1);
      rest += '\n';
    }
    at = end + 1;
  }
  return {includes, rest};
}

/// The class itself, without the lines that make it a header.
std::string class_text() {
  std::string text(numbers::tracked);
  for (const char* line : {"#pragma once\n", "#include <cmath>\n", "#include <limits>\n", "#include <type_traits>\n"}) {
    const std::string_view sought(line);
    text.replace(text.find(sought), sought.size(), "");
  }
  return text;
}

std::string count_of(const Argument& argument) {
  std::string text = "std::size_t{1}";
  for (const expr::Expr& extent : argument.shape) {
    text += fmt::format(" * static_cast<std::size_t>({})", expr::to_text(extent));
  }
  return text;
}

/// What shapes may call, where they do.
std::string helpers(const Task& task) {
  std::string all;
  for (const Argument& argument : task.arguments) {
    all += count_of(argument);
  }
  std::string text;
  if (all.find("floor_div(") != std::string::npos || all.find("mod(") != std::string::npos) {
    text +=
        "  const auto floor_div = [](std::int64_t x, std::int64_t y) { return x / y - (x % y != 0 && (x < 0) != (y < "
        "0)); };\n";
  }
  if (all.find("mod(") != std::string::npos) {
    text += "  const auto mod = [&](std::int64_t x, std::int64_t y) { return x - y * floor_div(x, y); };\n";
  }
  for (const char* name : {"min", "max"}) {
    if (all.find(fmt::format("{}(", name)) != std::string::npos) {
      text +=
          fmt::format("  const auto {0} = [](std::int64_t x, std::int64_t y) {{ return std::{0}(x, y); }};\n", name);
    }
  }
  return text;
}

bool is_tracked(const Argument& argument) {
  return argument.type == Element::f32 || argument.type == Element::f64;
}

/// The function that the judge calls.
std::string caller(const Task& task, const Signature& signature) {
  std::string before;
  std::string after;
  std::vector<std::string> passed;
  for (const Parameter& parameter : signature.parameters) {
    const auto argument = std::find_if(task.arguments.begin(), task.arguments.end(),
                                       [&](const Argument& known) { return known.name == parameter.name; });
    if (argument == task.arguments.end()) {
      passed.push_back(fmt::format("static_cast<{}>({})", cpp_type(parameter.type), parameter.name));
      continue;
    }
    const std::string& name = argument->name;
    if (argument->shape.empty() || (!is_tracked(*argument) && argument->intent != Intent::in_out)) {
      passed.push_back(name);
      continue;
    }
    const std::string given = argument->intent == Intent::in_out ? name + "_in" : name;
    const std::string count = count_of(*argument);
    if (!is_tracked(*argument)) {
      before += fmt::format("  std::copy_n({}, {}, {});\n", given, count, name);
      passed.push_back(name);
      continue;
    }
    before += argument->intent == Intent::out
                  ? fmt::format("  std::vector<made::Number> own_{}({});\n", name, count)
                  : fmt::format("  std::vector<made::Number> own_{0}({1}, {1} + {2});\n", name, given, count);
    passed.push_back(fmt::format("own_{}.data()", name));
    if (argument->intent != Intent::in) {
      after += fmt::format("  for (std::size_t own_i = 0; own_i < own_{0}.size(); ++own_i) {{\n"
                           "    {0}[own_i] = static_cast<double>(own_{0}[own_i].value);\n"
                           "    {0}_scale[own_i] = own_{0}[own_i].scale();\n  }}\n",
                           name);
    }
  }
  return fmt::format("\n{} {{\n{}{}  made::{}({});\n{}}}\n", reference_declaration(task), helpers(task), before,
                     signature.name, fmt::join(passed, ", "), after);
}

} // namespace

std::string tracked_reference(const Task& task, std::string_view source, const Signature& signature,
                              const Tuning& tuning, const std::string& made_of) {
  const auto [includes, body] = without_includes(with_numbers(source));
  const bool wide = std::any_of(task.arguments.begin(), task.arguments.end(),
                                [](const Argument& argument) { return argument.type == Element::f64; });
  std::string text =
      fmt::format("// Made of {}: the same computation with wider numbers, each beside its scale.\n", made_of);
  text += fmt::format("{}\n\n{}\nnamespace made {{\nusing Number = mapwright_reference::Tracked<{}>;\n",
                      fmt::join(includes, "\n"), class_text(), wide ? "long double" : "double");
  for (const std::string_view name : functions_of_numbers) {
    text += is_standard(name) ? fmt::format("using std::{};\n", name) : std::string();
  }
  for (const auto& [name, value] : tuning) {
    text += fmt::format("#define {} {}\n", name, value);
  }
  return text + body + "} // namespace made\n" + caller(task, signature);
}

} // namespace mapwright::kernel
