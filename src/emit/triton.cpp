// Triton: functions for kernels, in words of 64 and of 32 bits, and what the host needs to launch them.
#include "emit/dialects.hpp"
#include "emit/python_helpers.hpp"
#include "emit/python_module.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* triton_intro = R"(
# The functions marked @triton.jit are for kernels: sizes are scalars, indices and coordinates blocks or scalars. Every
# lane needs a valid index or point, masked lanes too, except of contains, which takes any coordinates.
)";

constexpr const char* triton_imports = R"(from operator import index as _index

import triton
import triton.language as tl
)";

constexpr const char* tables_intro = R"(
# Triton has no constant tables: the functions take pointers to them, tensors that the host makes of these tuples,
# e.g. torch.tensor(@T, dtype=torch.int32, device="cuda").
)";

constexpr const char* launch_words = R"(
# Launch limits. A grid has at most 2^31 - 1 programs in x:
#
#   grid = (triton.cdiv(count, BLOCK),)  # count = @N_count(sizes), on the host
#
#   in the kernel: w = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
#                  point = @N_unrank_i64(sizes, tl.minimum(w, count - 1))
#                  loads and stores with mask=w < count
)";

std::string with_name(std::string text, std::string_view mark, const std::string& name) {
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + name.size())) {
    text.replace(at, mark.size(), name);
  }
  return text;
}

Result<std::string> triton_text(const Unit& unit, const PythonSpelling& spelling, Role role, HelperSet& used) {
  const PythonFunction f = python_function(unit, spelling, role, used);
  if (f.has_uneven_loop) {
    return fail(ErrorKind::answer_no,
                name_of(role) + " of " + unit.identifier + " has a loop whose length depends on the " +
                    (role == Role::unrank ? "index" : "point") + "; lanes of a Triton block run in step",
                "emit it in another language");
  }
  std::string out = "\n\n" + comment_of(role, unit, f.fields, "#") + "@triton.jit\n" +
                    definition_line(f, unit.identifier + "_" + name_of(role) + spelling.suffix);
  for (const std::vector<std::string>* list : {&f.parameters, &f.arguments}) {
    for (const std::string& one : *list) {
      out += "    " + one + " = tl.cast(" + one + ", " + spelling.word + ")\n";
    }
  }
  if (!f.zero.empty()) {
    std::string lanes;
    for (const std::string& argument : f.arguments) {
      lanes += (lanes.empty() ? "" : " + ") + argument + " * 0";
    }
    out += "    " + f.zero + " = " + lanes + "\n";
  }
  return out + f.body + "    return " + listed(f.results, false) + "\n";
}

Result<std::string> triton_variant(const Unit& unit, int bits) {
  const PythonSpelling spelling = python_spelling(PythonFlavour::triton, bits);
  HelperSet used;
  std::string functions;
  for (const Role role : {Role::unrank, Role::rank, Role::contains, Role::successor}) {
    const auto text = triton_text(unit, spelling, role, used);
    if (!text) {
      return forward(text);
    }
    functions += *text;
  }
  const std::string helpers = python_helpers(used, spelling);
  return (helpers.empty() ? "" : "\n" + helpers) + "\n\n" +
         python_fits(unit, bits == 32 ? unit.range32 : unit.range64, unit.identifier + "_fits" + spelling.suffix) +
         functions;
}

class Triton final : public Dialect {
public:
  [[nodiscard]] std::string_view name() const override { return "triton"; }
  [[nodiscard]] std::string_view extension() const override { return "_triton.py"; }

  [[nodiscard]] Result<std::string> emit(const Unit& unit) const override {
    if (const auto ok = check_unit(unit); !ok) {
      return forward(ok);
    }
    HelperSet used;
    const std::string count = python_count(unit, unit.identifier + "_count", used);
    const std::string helpers = python_helpers(used, python_spelling(PythonFlavour::plain, 0));
    const std::string tables = python_tables(unit);
    std::string out =
        python_comment(unit, "Triton") + triton_intro + (helpers.empty() ? "" : "import math\n") + triton_imports;
    if (!tables.empty()) {
      out += with_name(tables_intro, "@T", table_names(*unit.map)[0]) + tables.substr(1);
    }
    out += (helpers.empty() ? "" : "\n" + helpers) + "\n\n" + count;
    for (const int bits : {32, 64}) {
      const auto text = has_variant(unit, bits) ? triton_variant(unit, bits) : missing_variant(unit, bits);
      if (!text) {
        return forward(text);
      }
      out += *text;
    }
    return tidy(out + (unit.with_launch ? "\n" + with_name(launch_words, "@N", unit.identifier) : ""));
  }
};

} // namespace

std::unique_ptr<Dialect> new_triton() {
  return std::make_unique<Triton>();
}

} // namespace mapwright::emit
