#include "mapper/export/cpp_functions.hpp"

#include "mapper/export/defined_types.hpp"
#include "mapper/language/format.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::Assignment;
using language::FunctionDefinition;
using language::MapperSyntax;
using language::SourceText;
using language::Statement;
using language::TypeKind;

/// Names that emitted text gives a meaning to.
constexpr const char* own_names[] = {
    "Int",           "Tuple",        "Any",           "any",        "Item",      "Place",     "Places",
    "Space",         "Shape",        "View",          "Sight",      "Factors",   "Functions", "stop",
    "part",          "joined",       "each_of",       "of_length",  "primes_of", "shape_",    "shape",
    "list_elements", "LeastSurface", "ProcessorKind", "MemoryKind", "INT64_MIN",
};

std::string_view cpp_type(TypeKind kind) {
  switch (kind) {
  case TypeKind::integer:
    return "Int";
  case TypeKind::boolean:
    return "bool";
  case TypeKind::tuple:
    return "Tuple";
  case TypeKind::space:
    return "Space";
  case TypeKind::task:
    return "View";
  case TypeKind::points:
    return "Places";
  case TypeKind::unknown:
    break;
  }
  return "";
}

std::string parameter_text(const language::Parameter& parameter, const std::string& name) {
  const TypeKind kind = language::type_of(parameter.type).kind;
  const bool small = kind == TypeKind::integer || kind == TypeKind::boolean;
  const std::string type = small ? std::string(cpp_type(kind)) : fmt::format("const {}&", cpp_type(kind));
  return name.empty() ? type : type + " " + name;
}

/// A statement of a function; `defines`: the variable that it makes.
struct BodyLine {
  std::string defines;
  std::string text;
};

class ClassWriter {
public:
  ClassWriter(const SourceText& source, const MapperSyntax& mapper)
      : source_(source), mapper_(mapper), types_(defined_types(mapper)), expressions_(scope_, out_.findings) {
    for (const char* name : own_names) {
      scope_.taken.reserve(name);
    }
  }

  Result<CppFunctions> run() {
    declare();
    out_.text = fmt::format("// ---- The functions of {} ----\n\nclass Functions {{\n  const Shape shape_;\n\npublic:\n"
                            "  explicit Functions(const Shape& shape) : shape_(shape) {{}}\n",
                            std::filesystem::path(source_.file).filename().string());
    for (const Statement& statement : mapper_.statements) {
      if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
        variable(statement, *assignment);
      } else if (const auto* function = std::get_if<FunctionDefinition>(&statement.is)) {
        define(statement, *function);
      } else if (std::holds_alternative<language::PrintStatement>(statement.is)) {
        out_.prints.push_back(statement.span);
      }
    }
    out_.text += "};\n\n";
    if (!untyped_.empty()) {
      return refuse(untyped_.front(), "what type this has is known only when the mapper runs",
                    "let every way through a function that calls itself end with a value");
    }
    if (!out_.findings.unpacked.empty()) {
      return refuse(out_.findings.unpacked.front(), "this list of arguments cannot be counted before the mapper runs",
                    "write the elements of a tuple in place of *");
    }
    out_.functions = scope_.functions;
    return std::move(out_);
  }

private:
  [[nodiscard]] tl::unexpected<Error> refuse(language::Span where, std::string message, std::string hint) const {
    return tl::unexpected<Error>(language::to_error(
        {language::Severity::error, where, std::move(message), std::move(hint), std::nullopt}, source_));
  }

  /// Gives everything global its name: a function may use what is defined below it.
  void declare() {
    for (const Statement& statement : mapper_.statements) {
      if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
        scope_.variables.emplace(assignment->name.text, scope_.taken.take(assignment->name.text));
      } else if (const auto* function = std::get_if<FunctionDefinition>(&statement.is)) {
        scope_.functions.emplace(function->name.text, scope_.taken.take(function->name.text));
        scope_.parameters.emplace(function->name.text, function->parameters.size());
      }
    }
  }

  /// The comments above a statement, and where it stands.
  void introduce(const Statement& statement) {
    out_.text += '\n';
    for (const std::string& comment : statement.surroundings.comments) {
      const std::size_t begin = comment.find_first_not_of("#/ ");
      out_.text += begin == std::string::npos ? "" : fmt::format("  // {}\n", comment.substr(begin));
    }
    out_.text += fmt::format("  // {}: {}\n", line_of_statement(source_, statement.span), statement_line(statement));
  }

  void variable(const Statement& statement, const Assignment& assignment) {
    const TypeKind type = types_.variables.at(assignment.name.text);
    if (type == TypeKind::unknown) {
      untyped_.push_back(assignment.name.span);
    }
    introduce(statement);
    out_.text += fmt::format("  const {} {} = {};\n", cpp_type(type), scope_.variables.at(assignment.name.text),
                             expressions_.value(assignment.value));
  }

  void define(const Statement& statement, const FunctionDefinition& function) {
    const TypeKind type = types_.functions.at(function.name.text);
    if (type == TypeKind::unknown) {
      untyped_.push_back(function.name.span);
    }
    introduce(statement);
    const emit::NameSet outside = scope_.taken;
    for (const language::Parameter& parameter : function.parameters) {
      scope_.locals.emplace_back(parameter.name.text, scope_.taken.take(parameter.name.text));
    }
    out_.findings.used.clear();
    std::vector<BodyLine> body;
    for (const Statement& each : function.body) {
      if (const auto* returned = std::get_if<language::ReturnStatement>(&each.is)) {
        body.push_back({"", fmt::format("return {};", expressions_.value(returned->value))});
        break; // behind it nothing runs
      }
      if (const auto* assignment = std::get_if<Assignment>(&each.is)) {
        local(*assignment, body);
      } else {
        out_.prints.push_back(each.span);
      }
    }
    std::string parameters;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
      const std::string& name = scope_.locals[i].second;
      parameters += (i == 0 ? "" : ", ") + parameter_text(function.parameters[i], uses(name) ? name : "");
    }
    out_.text +=
        fmt::format("  {} {}({}) const {{\n", cpp_type(type), scope_.functions.at(function.name.text), parameters);
    for (const BodyLine& line : body) {
      const bool idle = !line.defines.empty() && !uses(line.defines);
      out_.text += fmt::format("    {}{}\n", idle ? "[[maybe_unused]] " : "", line.text);
    }
    out_.text += "  }\n";
    scope_.locals.clear();
    scope_.taken = outside;
  }

  [[nodiscard]] bool uses(const std::string& name) const { return out_.findings.used.contains(name); }

  /// A variable keeps its first value.
  void local(const Assignment& assignment, std::vector<BodyLine>& body) {
    const auto same = [&](const auto& entry) { return entry.first == assignment.name.text; };
    if (std::none_of(scope_.locals.begin(), scope_.locals.end(), same)) {
      const std::string value = expressions_.value(assignment.value);
      scope_.locals.emplace_back(assignment.name.text, scope_.taken.take(assignment.name.text));
      const std::string& name = scope_.locals.back().second;
      body.push_back({name, fmt::format("const auto {} = {};", name, value)});
    }
  }

  const SourceText& source_;
  const MapperSyntax& mapper_;
  DefinedTypes types_;
  CppScope scope_;
  CppFunctions out_;
  CppExpressions expressions_;
  std::vector<language::Span> untyped_;
};

} // namespace

std::string line_of_statement(const SourceText& source, language::Span where) {
  return fmt::format("{}:{}", std::filesystem::path(source.file).filename().string(), place_of(source, where).line);
}

std::string statement_line(const Statement& statement) {
  Statement bare = statement;
  bare.surroundings = {};
  MapperSyntax alone{{std::move(bare)}, {}, true};
  std::string text = language::format_mapper(alone);
  text.erase(std::min(text.size(), text.find('\n')));
  if (text.ends_with(" {")) {
    text.erase(text.size() - 2);
  }
  return text;
}

Result<CppFunctions> cpp_functions(const SourceText& source, const MapperSyntax& mapper) {
  return ClassWriter(source, mapper).run();
}

} // namespace mapwright::mapper
