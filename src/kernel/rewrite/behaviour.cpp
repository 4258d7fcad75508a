#include "kernel/rewrite/behaviour.hpp"

#include "kernel/rewrite/dependence.hpp"
#include "kernel/rewrite/loops.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <string_view>

namespace mapwright::kernel::rewrite {
namespace {

bool has_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

/// The source without comments: a word in a comment is no feature.
std::string code_of(const Source& source) {
  std::string code;
  std::size_t at = 0;
  while (at < source.text.size()) {
    const std::size_t next = skip_blanks(source.text, at);
    if (next != at) {
      code += ' ';
      at = next;
    } else {
      code += source.text[at++];
    }
  }
  return code;
}

bool has_vector_types(const Source& source, const std::string& code) {
  if (source.backend == Backend::cpp) {
    return has_any(code, {"vector_size", "_mm256_", "_mm512_", "std::simd"});
  }
  return has_any(code, {"float2", "float4", "float8", "float16", "vload", "int4", "uint4", "uchar4"});
}

/// Whether every element that the innermost loops touch lies beside the one before, or is the same.
bool has_contiguous_inner_loops(const Source& source) {
  bool any = false;
  for (const NestedLoop& nested : counted_loops(source)) {
    if (!is_innermost(nested.loop)) {
      continue;
    }
    for (const Access& access : effects(source, *nested.loop.body).accesses) {
      const auto stride = stride_of(source, *nested.function, access, nested.loop.variable.declaration);
      const auto value = stride ? stride->value() : std::nullopt;
      if (!value || *value < 0 || *value > 1) {
        return false;
      }
      any = true;
    }
  }
  return any;
}

/// A local array, or loops in steps of more than one: tiles.
bool has_tiles(const Source& source, const std::string& code) {
  if (source.backend != Backend::cpp) {
    return has_any(code, {"__local ", "local float", "__shared__"});
  }
  bool found = false;
  for (const Function& function : source.functions) {
    for (const Statement& body : function.body) {
      for_each_statement(body, [&](const Statement& statement) {
        for (const Variable& variable : statement.variables) {
          found = found || (statement.kind == Kind::declaration && variable.type.find('[') != std::string::npos);
        }
        for (const Expression& step : statement.step) {
          found = found || (statement.kind == Kind::loop && step.form == Form::assign && step.parts.size() == 2 &&
                            bare(step.parts[1]).form == Form::name);
        }
      });
    }
  }
  return found;
}

/// Unrolled by a pragma or by hand, or gathering into several variables at once.
bool is_unrolled(const Source& source) {
  for (const Pragma& pragma : source.pragmas) {
    if (pragma.text.find("unroll") != std::string::npos) {
      return true;
    }
  }
  bool found = false;
  for (const Function& function : source.functions) {
    for (const Statement& body : function.body) {
      for_each_statement(body, [&](const Statement& statement) {
        for (const Expression& step : statement.step) {
          found = found || (statement.kind == Kind::loop && step.form == Form::assign && step.text == "+=" &&
                            bare(step.parts.back()).form == Form::literal && bare(step.parts.back()).text != "1");
        }
      });
    }
  }
  return found;
}

int parallelism_of(const Source& source, const KernelCandidate& candidate, const std::string& code) {
  if (source.backend == Backend::cpp) {
    int loops = 0;
    bool chosen = false;
    bool nested = false;
    for (const Pragma& pragma : source.pragmas) {
      loops += pragma.text.starts_with("omp parallel") ? 1 : 0;
      chosen = chosen || has_any(pragma.text, {"schedule(", "if(", "num_threads("});
      nested = nested || has_any(pragma.text, {"collapse(", "omp task", "nowait"});
    }
    return nested ? 3 : chosen ? 2 : loops > 0 ? 1 : 0;
  }
  const bool coarsened = !counted_loops(source).empty() && has_any(code, {"ITEMS", "ROWS_EACH", "COARSEN"});
  return coarsened ? 3 : !candidate.tunables.empty() ? 2 : 1;
}

} // namespace

Behaviour behaviour_of(const Source& source, const KernelCandidate& candidate) {
  const std::string code = code_of(source);
  const bool vectors = has_vector_types(source, code);
  const bool tiles = has_tiles(source, code);
  const bool near = vectors || has_contiguous_inner_loops(source);
  const bool ahead = has_any(code, {"prefetch", "async_work_group_copy", "__ldg"});
  const bool unrolled = is_unrolled(source);
  const bool lanes = vectors || std::any_of(source.pragmas.begin(), source.pragmas.end(), [](const Pragma& pragma) {
                       return pragma.text.find("simd") != std::string::npos;
                     });
  Behaviour result;
  result.memory = (tiles && near) || ahead ? 3 : tiles ? 2 : near ? 1 : 0;
  result.compute = unrolled && lanes ? 3 : lanes ? 2 : unrolled ? 1 : 0;
  result.parallelism = parallelism_of(source, candidate, code);
  return result;
}

} // namespace mapwright::kernel::rewrite
