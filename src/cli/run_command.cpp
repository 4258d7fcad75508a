// mapwright run PROBLEM.toml
#include "cli/command.hpp"
#include "cli/emission.hpp"
#include "cli/options.hpp"
#include "cli/points_domain.hpp"
#include "cli/problem_file.hpp"
#include "cli/verification.hpp"
#include "report/derive_report.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t problem_limit = std::size_t{1} << 20;

struct Options {
  std::string file;
  bool json = false;
};

struct EmittedFile {
  std::string language;
  std::string file;
};

/// The command-line form of the problem. Files are looked for beside the problem.
DomainOptions domain_options(const ProblemFile& problem, const fs::path& directory) {
  DomainOptions options;
  options.domain = problem.domain;
  options.form = problem.form;
  if (options.domain.ends_with(".toml")) {
    options.domain = (directory / options.domain).string();
  }
  if (names_points(options.domain)) {
    options.domain = "points:" + (directory / options.domain.substr(7)).string();
  }
  for (const auto& [name, value] : problem.sizes) {
    options.parameters.push_back(name + "=" + value);
  }
  for (const auto& [name, values] : problem.tables) {
    const bool file = values.find_first_not_of("0123456789-, ") != std::string::npos;
    options.tables.push_back(name + "=" + (file ? (directory / values).string() : values));
  }
  return options;
}

Result<std::vector<EmittedFile>> emit_files(const ProblemFile& problem, const index_map::Certified& certified,
                                            const fs::path& directory) {
  std::vector<EmittedFile> files;
  if (problem.languages.empty()) {
    return files;
  }
  const EmitOptions options{problem.bits, problem.name, false};
  const fs::path target = directory / problem.directory;
  std::error_code code;
  fs::create_directories(target, code);
  if (code) {
    return fail(ErrorKind::input, fmt::format("cannot make the directory '{}': {}", target.string(), code.message()));
  }
  for (const std::string& language : problem.languages) {
    const auto dialect = emit::make_dialect(language);
    if (!dialect) {
      return forward(dialect);
    }
    const auto source = emit_source(**dialect, certified, options);
    if (!source) {
      return forward(source);
    }
    const std::string name = identifier_of(options, certified.derived.map.domain);
    const std::string file = (target / (name + std::string((*dialect)->extension()))).lexically_normal().string();
    if (auto written = write_file(file, *source); !written) {
      return forward(written);
    }
    files.push_back({language, file});
  }
  return files;
}

std::string summary(const report::DeriveReport& derived, const report::VerifyReport& verified,
                    const std::vector<EmittedFile>& files) {
  std::string text = report::to_text(derived) + report::comparison_text(verified);
  for (std::size_t i = 0; i < files.size(); ++i) {
    text += fmt::format("{:<13}{} ({})\n", i == 0 ? "emitted" : "", files[i].file, files[i].language);
  }
  return text;
}

report::Json document(const ProblemFile& problem, const report::DeriveReport& derived,
                      const report::VerifyReport& verified, const std::vector<EmittedFile>& files) {
  report::Json emitted = report::Json::array();
  for (const EmittedFile& file : files) {
    emitted.push_back({{"language", file.language}, {"file", file.file}});
  }
  return {{"schema_version", 1},
          {"kind", problem.kind},
          {"verdict", verified.verified()  ? "verified"
                      : !verified.agrees() ? "refuted"
                                           : "unproved"},
          {"derive", report::to_json(derived)},
          {"verify", report::to_json(verified)},
          {"emitted", emitted}};
}

/// Everything that can be wrong with the file is found before the work begins.
Result<ProblemFile> read_problem(const Options& options) {
  const auto text = read_file(options.file, problem_limit, "problem");
  if (!text) {
    return forward(text);
  }
  auto problem = parse_problem(*text, options.file);
  if (!problem) {
    return problem;
  }
  for (const std::string& language : problem->languages) {
    if (const auto dialect = emit::make_dialect(language); !dialect) {
      return forward(dialect);
    }
  }
  if (auto valid = check(EmitOptions{problem->bits, problem->name, false}); !valid) {
    return forward(valid);
  }
  return problem;
}

/// derive, certify, verify, emit, report.
Result<int> run_problem(const Options& options, Terminal& terminal) {
  const auto problem = read_problem(options);
  if (!problem) {
    return forward(problem);
  }
  const fs::path directory = fs::path(options.file).parent_path();
  const auto question = read_question(domain_options(*problem, directory), terminal);
  if (!question) {
    return forward(question);
  }
  const auto certified = index_map::derive_certified(question->domain, derive_options(*question, problem->form));
  if (!certified) {
    return forward(certified);
  }
  const auto verified = compare(*certified, *question, problem->exhaustive, terminal);
  if (!verified) {
    return forward(verified);
  }
  std::vector<EmittedFile> files;
  if (verified->verified()) {
    auto emitted = emit_files(*problem, *certified, directory);
    if (!emitted) {
      return forward(emitted);
    }
    files = std::move(*emitted);
  }
  std::optional<report::MapAt> at;
  if (has_all_sizes(*question) && !question->sizes.empty()) {
    auto made = report::MapAt::make(certified->derived, *all_sizes(*question, "run"), question->tables);
    if (made) {
      at = std::move(*made);
    }
  }
  report::DeriveReport derived = report::make_derive_report(*certified, at ? &*at : nullptr);
  derived.inferred = question->inferred.get();
  const auto written =
      write_out(terminal, options.json ? report::document_text(document(*problem, derived, *verified, files))
                                       : summary(derived, *verified, files));
  if (!written) {
    return forward(written);
  }
  return verified->verified() ? 0 : 1;
}

} // namespace

void add_run(CLI::App& program, Commands& commands) {
  CLI::App& app = commands.add(program, "run", "derive, prove, verify and emit what a problem file asks for",
                               "  mapwright run problem.toml\n"
                               "where problem.toml is, for example,\n"
                               "  [problem]\n"
                               "  kind = \"index-map\"\n"
                               "  domain = \"triangle\"\n"
                               "  [parameters]\n"
                               "  n = 1000\n"
                               "  [emit]\n"
                               "  languages = [\"cpp\", \"cuda\"]\n"
                               "  directory = \"generated\"\n"
                               "  [verify]\n"
                               "  exhaustive = true");
  auto options = std::make_shared<Options>();
  app.add_option("PROBLEM", options->file, "a problem file")->required()->type_name("");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return run_problem(*options, terminal); });
}

} // namespace mapwright::cli
