// StarPU 1.3 and 1.4: a policy of struct starpu_sched_policy.
#include "mapper/export/export.hpp"
#include "mapper/export/export_texts.hpp"
#include "mapper/export/target_parts.hpp"
#include "mapper/language/policy.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// What one statement loses; it says nothing of those that lose nothing.
class LossFinder {
public:
  LossFinder(language::Diagnostics& warnings, bool has_program) : warnings_(warnings), has_program_(has_program) {}

  void look_at(const language::Statement& statement) {
    where_ = statement.span;
    std::visit([this](const auto& s) { look(s); }, statement.is);
  }

private:
  void look(const language::TaskStatement& s) {
    const auto known = [](ProcessorKind kind) { return kind == ProcessorKind::cpu || kind == ProcessorKind::gpu; };
    if (std::none_of(s.kinds.begin(), s.kinds.end(), known)) {
      warnings_.warning(where_, "StarPU has workers for CPU and GPU only", "add CPU or GPU to the list");
    }
  }
  void look(const language::RegionStatement& s) {
    const auto odd = [](MemoryKind memory) {
      return memory == MemoryKind::rdmem || memory == MemoryKind::sockmem || memory == MemoryKind::virtual_memory;
    };
    if (!has_program_) {
      warnings_.warning(where_, "a policy does not choose memories, and without a program there is no table of them",
                        "give --app or --program: the header then says where each argument lies");
    } else if (std::any_of(s.memories.begin(), s.memories.end(), odd)) {
      warnings_.warning(where_, "StarPU has main memory and that of each GPU only",
                        "SYSMEM, ZCMEM and FBMEM have a meaning there");
    }
  }
  void look(const language::LayoutStatement& /*s*/) {
    warnings_.warning(where_, "StarPU has no layouts of data", "let the application lay them out, or the codelet");
  }
  void look(const language::CollectStatement& /*s*/) {
    warnings_.warning(where_, "a policy frees no data", "call starpu_data_wont_use behind the task");
  }
  void look(const language::ReplicateStatement& /*s*/) {
    warnings_.warning(where_, "a policy sees one process", "StarPU-MPI runs the same program on each node");
  }
  void look(const language::StealStatement& /*s*/) {
    warnings_.warning(where_, "tasks stay with the worker that the mapper names");
  }
  template <class Statement> void look(const Statement& /*s*/) {}

  language::Diagnostics& warnings_;
  bool has_program_;
  language::Span where_{};
};

/// Rows of the arguments that lie in main memory where their task runs on a GPU.
std::string host_arguments(const Program& program, const language::Policy& policy) {
  std::string rows;
  for (const TaskArgument& argument : task_arguments(program)) {
    const auto memories = policy.memories(argument.task, {argument.index, argument.names}, ProcessorKind::gpu);
    const auto seen = std::find_if(memories.begin(), memories.end(), [](MemoryKind memory) {
      return memory == MemoryKind::fbmem || memory == MemoryKind::zcmem;
    });
    if (seen != memories.end() && *seen == MemoryKind::zcmem) {
      rows += fmt::format("      {{\"{}\", {}}},\n", argument.task, argument.index);
    }
  }
  return rows;
}

std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return text;
}

std::string policy_comment(const TargetParts& made, const std::string& notes) {
  const std::string& name = made.parts.values.at("name");
  return fmt::format("// {0}_policy.cpp: the mapper {1} as a scheduling policy of StarPU, made by `mapwright mapper\n"
                     "// export`.\n"
                     "//\n"
                     "//   g++ -std=c++17 -O2 -shared -fPIC {0}_policy.cpp -o lib{0}.so $(pkg-config --cflags --libs\n"
                     "//   starpu-1.3)\n"
                     "// Tasks are found by their names (starpu_task::name, or that of the codelet), their points by\n"
                     "// struct {0}_task of {0}_policy.h.\n",
                     name, made.parts.values.at("file")) +
         notes;
}

} // namespace

Result<ExportedMapper> export_to_starpu(const ExportRequest& request) {
  auto made = target_parts(request, {});
  if (!made) {
    return forward(made);
  }
  LossFinder finder(made->warnings, request.program != nullptr);
  for (const language::Statement& statement : made->syntax.statements) {
    finder.look_at(statement);
  }
  for (const language::Span set : made->functions.findings.sets) {
    made->warnings.warning(set, "which of several workers is decided in the order in which tasks become ready",
                           "name one to have the same each time");
  }
  TextParts& parts = made->parts;
  const std::string& name = parts.values["name"];
  parts.values["upper"] = upper_case(name);
  parts.values["origin"] = fmt::format("the mapper {}", parts.values["file"]);
  if (request.program != nullptr) {
    parts.wanted.insert("nodes");
    parts.values["nodes"] = host_arguments(*request.program, language::Policy(made->syntax));
  }
  const std::string notes =
      warning_comments(*made, request.source, "What the policy does otherwise than the mapper says:");
  std::string text = policy_comment(*made, notes) + fill_text(export_texts::starpu_begin, parts) + mapping_text(*made) +
                     fill_text(export_texts::starpu_policy, parts);
  std::string header = fill_text(export_texts::starpu_header, parts);
  return ExportedMapper{{{name + "_policy.cpp", std::move(text)}, {name + "_policy.h", std::move(header)}},
                        std::move(made->warnings)};
}

} // namespace mapwright::mapper
