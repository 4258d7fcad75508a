// Legion 25.06: its interfaces are those of legion.h, legion/legion_mapping.h and mappers/default_mapper.h.
#include "mapper/export/export.hpp"
#include "mapper/export/export_texts.hpp"
#include "mapper/export/target_parts.hpp"

#include <cctype>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// What Legion does in its own way.
void add_legion_warnings(TargetParts& made) {
  for (const language::Statement& statement : made.syntax.statements) {
    if (std::holds_alternative<language::InstanceLimitStatement>(statement.is)) {
      made.warnings.warning(statement.span, "each node counts the tasks that it maps itself",
                            "a task whose points run on several nodes may have the limit on each of them");
    }
  }
  for (const language::Span set : made.functions.findings.sets) {
    made.warnings.warning(set, "on which node a point of a replicated task runs is decided in turn, not by load",
                          "name the node: m[i, *] leaves only the processor open");
  }
}

/// "StencilMapper" of "stencil".
std::string class_name(const std::string& name) {
  std::string out;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') {
      out += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    }
    begins = c == '_';
  }
  return out + "Mapper";
}

/// The names that a program gives the arguments of its tasks.
std::string named_arguments(const Program& program) {
  std::string rows;
  for (const TaskArgument& argument : task_arguments(program)) {
    if (!argument.names.empty()) {
      rows += fmt::format("    {{\"{}\", {}, {{\"{}\"}}}},\n", argument.task, argument.index,
                          fmt::join(argument.names, "\", \""));
    }
  }
  return fmt::format("/// What the program {} calls the arguments of its tasks.\nstruct NamedArgument {{\n"
                     "  const char* task;\n  unsigned index;\n  std::vector<std::string> names;\n}};\n"
                     "const std::vector<NamedArgument> named_arguments = {{\n{}}};\n\n",
                     program.name, rows);
}

/// A sharding functor for each function that places points.
std::string sharding_classes(const TargetParts& made) {
  std::string out;
  for (const std::string& function : made.tables.index_functions) {
    const std::string& name = made.functions.functions.at(function);
    out +=
        fmt::format("/// By {0}.\nclass Sharding_{0} final : public FunctionSharding {{\npublic:\n"
                    "  using FunctionSharding::FunctionSharding;\n\nprotected:\n"
                    "  Places places(const View& task) const override {{ return cluster().functions().{0}(task); }}\n"
                    "}};\n\n",
                    name);
  }
  return out;
}

std::string legion_comment(const TargetParts& made, const language::SourceText& source) {
  const std::string& name = made.parts.values.at("name");
  return fmt::format(
             "// {0}_mapper.cc: the mapper {1} for Legion 25.06, made by `mapwright mapper export`.\n"
             "//\n"
             "// Compile it with the application, and before Legion::Runtime::start:\n"
             "//   namespace {0}_mapper {{\n"
             "//   void register_mappers(Legion::Machine, Legion::Runtime*, const std::set<Legion::Processor>&);\n"
             "//   }}\n"
             "//   Legion::Runtime::add_registration_callback({0}_mapper::register_mappers);\n"
             "// Tasks are found by the names of their variants; their arguments by the names attached to regions\n"
             "// and partitions, or by their numbers. One process runs on each node.\n",
             name, made.parts.values.at("file")) +
         warning_comments(made, source, "What Legion does otherwise than the mapper says:");
}

} // namespace

Result<ExportedMapper> export_to_legion(const ExportRequest& request) {
  auto made = target_parts(request, {.arguments = true, .running = true});
  if (!made) {
    return forward(made);
  }
  add_legion_warnings(*made);
  TextParts& parts = made->parts;
  const bool steals = parts.wanted.contains("steals");
  if (steals || parts.wanted.contains("replicates")) {
    parts.wanted.insert("options");
  }
  const bool names = request.program != nullptr && parts.wanted.contains("arguments");
  if (names) {
    parts.wanted.insert("named");
    parts.values["tables"] += named_arguments(*request.program);
  }
  std::string registrations;
  for (std::size_t i = 0; i < made->tables.index_functions.size(); ++i) {
    registrations += fmt::format("  runtime->register_sharding_functor(first + {}, new Sharding_{}(cluster));\n", i + 1,
                                 made->functions.functions.at(made->tables.index_functions[i]));
  }
  parts.values["class"] = class_name(parts.values["name"]);
  parts.values["stealable"] = steals ? "task.stealable" : "false";
  parts.values["priority"] = parts.wanted.contains("collects")
                                 ? "collected ? LEGION_GC_FIRST_PRIORITY : LEGION_GC_DEFAULT_PRIORITY"
                                 : "LEGION_GC_DEFAULT_PRIORITY";
  parts.values["shardings"] = std::to_string(1 + made->tables.index_functions.size());
  parts.values["registrations"] = registrations;
  const std::string& name = parts.values["name"];
  std::string text = legion_comment(*made, request.source) + fill_text(export_texts::legion_begin, parts) +
                     mapping_text(*made) + fill_text(export_texts::legion_cluster, parts) + sharding_classes(*made) +
                     fill_text(export_texts::legion_mapper, parts) + fill_text(export_texts::legion_arguments, parts);
  return ExportedMapper{{{name + "_mapper.cc", std::move(text)}}, std::move(made->warnings)};
}

} // namespace mapwright::mapper
