// mapwright map audit
#include "cli/command.hpp"
#include "cli/emission.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "index_map/audit.hpp"
#include "report/audit_report.hpp"
#include "report/derive_report.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t source_limit = std::size_t{1} << 22;

struct AuditOptions {
  DomainOptions domain;
  std::string file;
  std::string function = "unrank";
  std::string most_points = "20000000";
  std::string output;
};

/// Whether a range holds these sizes.
bool covers(const domain::WordRange& range, const std::vector<expr::Int>& sizes) {
  bool within = !range.empty;
  for (std::size_t i = 0; i < sizes.size() && i < range.at_most.size(); ++i) {
    within = within && sizes[i] <= range.at_most[i];
  }
  return within;
}

/// The domain as a word of a shell's command line.
std::string quoted(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.' || c == '/';
  });
  return plain ? text : "'" + text + "'";
}

/// The proved map in the language of the file, in the narrowest words that cover the sizes of the fault.
Result<std::optional<report::Replacement>> replacement(const index_map::Certified& certified,
                                                       const index_map::AuditReport& audited) {
  const index_map::Certificate& certificate = certified.certificate;
  const auto& fault = audited.verdict.fault ? audited.verdict.fault
                      : audited.contracted  ? audited.contracted->fault
                                            : audited.verdict.fault;
  if (!fault) {
    return std::optional<report::Replacement>();
  }
  const bool narrow = covers(certificate.range32, fault->size);
  if (!narrow && !covers(certificate.range64, fault->size)) {
    return std::optional<report::Replacement>();
  }
  report::Replacement use;
  use.language = audited.language;
  use.bits = narrow ? "32" : "64";
  use.covers = report::range_text(narrow ? certificate.range32 : certificate.range64, certificate.parameters);
  use.command =
      fmt::format("mapwright map emit {} --lang {} --bits {}", quoted(certificate.domain), use.language, use.bits);
  for (std::size_t i = 0; i < certificate.fixed.size(); ++i) {
    if (certificate.fixed[i]) {
      use.command +=
          fmt::format(" --param {}={}", certificate.parameters[i].name(), expr::to_string(*certificate.fixed[i]));
    }
  }
  const auto dialect = emit::make_dialect(use.language);
  if (!dialect) {
    return forward(dialect);
  }
  auto source = emit_source(**dialect, certified, {use.bits, "", false});
  if (!source) {
    return forward(source);
  }
  use.source = std::move(*source);
  return std::optional(std::move(use));
}

Result<int> audit(const AuditOptions& options, Terminal& terminal) {
  const auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  const auto most = parse_count(options.most_points, "--most-points", 1, 20'000'000'000);
  if (!most) {
    return forward(most);
  }
  if (const auto readable = read_file(options.file, source_limit, "source"); !readable) {
    return forward(readable);
  }
  const auto certified = index_map::derive_certified(question->domain, derive_options(*question, "auto"));
  if (!certified) {
    return forward(certified);
  }
  index_map::AuditOptions limits;
  limits.parameters = question->sizes;
  limits.most_points = *most;
  auto audited = index_map::audit_function(*certified, options.file, options.function, limits);
  if (!audited) {
    return forward(audited);
  }
  auto use = replacement(*certified, *audited);
  if (!use) {
    return forward(use);
  }
  report::AuditAnswer answer{question->domain.text, options.file, options.function, std::move(*audited),
                             std::move(*use)};
  if (answer.replacement && !options.output.empty()) {
    if (auto written = write_file(options.output, answer.replacement->source); !written) {
      return forward(written);
    }
    answer.replacement->file = options.output;
  }
  const auto& parameters = question->domain.parameters;
  const auto written =
      write_out(terminal, options.domain.json ? report::document_text(report::to_json(answer, parameters))
                                              : report::to_text(answer, parameters));
  if (!written) {
    return forward(written);
  }
  return answer.report.clean() ? 0 : 1;
}

} // namespace

void add_map_audit(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(
      map, "audit", "where an index formula is first wrong, how, from which size on, and what to use instead",
      "  mapwright map audit mine.cpp --function my_unrank --domain triangle\n"
      "  mapwright map audit kernel.cu --function tile_of --domain triangle --param n=5000 --json\n"
      "  mapwright map audit mine.cpp --function my_unrank --domain tetrahedron -o exact.hpp\n"
      "FILE is C, C++, CUDA or OpenCL C text; the function takes the sizes, or none, then the index, and gives the\n"
      "coordinates. Exit code 0: no fault found; 1: a fault; 2: it does not compile or has another form.");
  auto options = std::make_shared<AuditOptions>();
  app.add_option("FILE", options->file, "self-contained source with the function")->required()->type_name("");
  app.add_option("--function", options->function, "its function from index to point")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--domain", options->domain.domain, "the domain it should list: see `mapwright map --help`")
      ->required()
      ->type_name("DOMAIN");
  add_repeated(app, "--param,-p", options->domain.parameters, "a size to stay at; repeatable, also n=10,m=3")
      ->type_name("NAME=VALUE");
  app.add_option("--most-points", options->most_points, "indices compared without a gap, from 0 on")
      ->type_name("COUNT")
      ->capture_default_str();
  app.add_option("--output,-o", options->output, "write the proved replacement to FILE when there is a fault")
      ->type_name("FILE");
  declare_json(app, options->domain.json);
  commands.set_action(app, [options](Terminal& terminal) { return audit(*options, terminal); });
}

} // namespace mapwright::cli
