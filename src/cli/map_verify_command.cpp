// mapwright map verify
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "cli/verification.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr std::size_t certificate_limit = std::size_t{1} << 28;
constexpr std::size_t map_limit = std::size_t{1} << 24;

struct VerifyOptions {
  DomainOptions domain;
  bool exhaustive = false;
  bool fix = false;
  std::string map;
  std::string function = "unrank";
  std::string certificate;
  std::string most_points = "50000000";
  bool require_proof = false;
};

Result<int> verify_certificate(const VerifyOptions& options, Terminal& terminal) {
  const auto text = read_file(options.certificate, certificate_limit, "certificate");
  if (!text) {
    return forward(text);
  }
  const auto malformed = [&](const std::string& why) {
    return fail(ErrorKind::input, fmt::format("'{}' is not a certificate: {}", options.certificate, why),
                "`mapwright map derive DOMAIN --certificate FILE` writes one");
  };
  try {
    const nlohmann::json file = nlohmann::json::parse(*text);
    const auto report = index_map::check_certificate(file);
    if (!report) {
      return forward(report);
    }
    const std::string domain = file.at("domain").get<std::string>();
    const auto written = write_out(
        terminal, options.domain.json ? report::document_text(report::to_json(*report, options.certificate, domain))
                                      : report::to_text(*report, options.certificate, domain));
    if (!written) {
      return forward(written);
    }
    return report->proved() ? 0 : 1;
  } catch (const nlohmann::json::exception& thrown) {
    return malformed(thrown.what());
  }
}

Result<int> verify_somebodys(const VerifyOptions& options, const Question& question, Terminal& terminal) {
  const auto most = parse_count(options.most_points, "--most-points", 1, 20'000'000'000);
  if (!most) {
    return forward(most);
  }
  if (const auto readable = read_file(options.map, map_limit, "map"); !readable) {
    return forward(readable);
  }
  index_map::CandidateOptions limits;
  limits.parameters = question.sizes;
  limits.most_points = *most;
  const auto report = index_map::verify_candidate(question.domain, options.map, options.function, limits);
  if (!report) {
    return forward(report);
  }
  const auto written =
      write_out(terminal, options.domain.json ? report::document_text(report::to_json(*report, question.domain))
                                              : report::to_text(*report, question.domain));
  if (!written) {
    return forward(written);
  }
  const bool yes = report->verdict == index_map::CandidateVerdict::proved ||
                   (report->verdict == index_map::CandidateVerdict::exhaustive && !options.require_proof);
  return yes ? 0 : 1;
}

Result<int> verify_ours(const VerifyOptions& options, const Question& question, Terminal& terminal) {
  index_map::DeriveOptions derivation;
  derivation.form = options.domain.form;
  if (options.fix) {
    derivation.parameters = question.sizes;
  }
  const auto certified = index_map::derive_certified(question.domain, derivation);
  if (!certified) {
    return forward(certified);
  }
  const auto report = compare(*certified, question, options.exhaustive, terminal);
  if (!report) {
    return forward(report);
  }
  const auto written = write_out(terminal, options.domain.json ? report::document_text(report::to_json(*report))
                                                               : report::to_text(*report));
  if (!written) {
    return forward(written);
  }
  return report->verified() ? 0 : 1;
}

Result<int> verify(const VerifyOptions& options, Terminal& terminal) {
  if (!options.certificate.empty()) {
    if (!options.domain.domain.empty() || !options.map.empty()) {
      return fail(ErrorKind::input, "--certificate excludes DOMAIN and --map",
                  "the certificate names its domain itself");
    }
    return verify_certificate(options, terminal);
  }
  if (options.domain.domain.empty()) {
    return fail(ErrorKind::input, "map verify needs a DOMAIN or --certificate FILE",
                "`mapwright map verify --help` lists what it takes");
  }
  const auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  return options.map.empty() ? verify_ours(options, *question, terminal)
                             : verify_somebodys(options, *question, terminal);
}

} // namespace

void add_map_verify(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "verify", "check a map: ours, somebody's own, or a certificate",
                               "  mapwright map verify triangle\n"
                               "  mapwright map verify triangle --param n=100000 --exhaustive\n"
                               "  mapwright map verify triangle --map mine.cpp --function my_unrank --param n=5000\n"
                               "  mapwright map verify --certificate triangle.json\n"
                               "Exit code 0: yes; 1: refuted, or not proved.");
  auto options = std::make_shared<VerifyOptions>();
  declare(app, options->domain, false);
  app.add_flag("--exhaustive", options->exhaustive,
               fmt::format("compare every index at the sizes given, even beyond {}", quick_points));
  app.add_flag("--fix", options->fix, "verify the map of the given sizes alone");
  app.add_option("--map", options->map, "verify this map instead of ours: a .map file or C++ source")
      ->type_name("FILE");
  app.add_option("--function", options->function, "its function from index to point")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--most-points", options->most_points, "with --map: indices compared in all")
      ->type_name("COUNT")
      ->capture_default_str();
  app.add_flag("--require-proof", options->require_proof, "with --map: comparing every index is not enough");
  app.add_option("--certificate", options->certificate, "check this certificate file on its own")->type_name("FILE");
  commands.set_action(app, [options](Terminal& terminal) { return verify(*options, terminal); });
}

} // namespace mapwright::cli
