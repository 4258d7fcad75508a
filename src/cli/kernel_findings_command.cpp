// mapwright kernel findings [RUN|TASK]
#include "cli/command.hpp"
#include "cli/findings_file.hpp"
#include "cli/options.hpp"
#include "cli/run_session.hpp"
#include "measure/machine.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

using kernel::scientist::Finding;

struct FindingsOptions {
  std::string about;
  std::string archive;
  std::string output;
  std::vector<std::string> imports;
  bool json = false;
};

bool is_number(const std::string& text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

/// The runs meant: one by its number, else all of the kind "kernel".
Result<std::vector<archive::Run>> runs_of(archive::Archive& archive, const std::string& about) {
  if (is_number(about)) {
    auto run = find_run(archive, about);
    return run ? Result<std::vector<archive::Run>>({*std::move(run)}) : forward(run);
  }
  auto runs = archive.runs();
  if (!runs) {
    return forward(runs);
  }
  std::erase_if(*runs, [](const archive::Run& run) { return run.kind != "kernel"; });
  return runs;
}

/// The findings of a run, each as its latest session left it; where several runs are meant, each says from which run.
Result<void> add_findings(archive::Archive& archive, const archive::Run& run, const std::string& task, bool several,
                          std::vector<Finding>& all) {
  const auto kept = archive.findings(run.id);
  if (!kept) {
    return forward(kept);
  }
  std::map<std::string, std::size_t> places;
  for (const archive::Finding& one : *kept) {
    auto finding = kernel::scientist::finding_from_json(one.data);
    if (!finding) {
      return fail(ErrorKind::input, fmt::format("run {}: {}", run.id.value(), finding.error().message));
    }
    if (!task.empty() && finding->task != task) {
      continue;
    }
    if (several && finding->origin.empty()) {
      finding->origin = fmt::format("run {}", run.id.value());
    }
    const auto [place, fresh] = places.try_emplace(finding->id, all.size());
    if (fresh) {
      all.push_back(*std::move(finding));
    } else {
      all[place->second] = *std::move(finding);
    }
  }
  return {};
}

/// Those of the archive.
Result<std::vector<Finding>> own_findings(const FindingsOptions& options) {
  std::vector<Finding> findings;
  if (!options.imports.empty() && options.archive.empty() && !std::filesystem::exists(default_archive())) {
    return findings; // nothing was run here yet
  }
  auto archive = open_archive(options.archive, archive::Access::read);
  if (!archive) {
    return forward(archive);
  }
  const auto runs = runs_of(*archive, options.about);
  if (!runs) {
    return forward(runs);
  }
  const bool by_run = is_number(options.about);
  for (const archive::Run& run : *runs) {
    if (auto added = add_findings(*archive, run, by_run ? "" : options.about, !by_run, findings); !added) {
      return forward(added);
    }
  }
  return findings;
}

/// Those of the files, about the task that is meant, if one is.
Result<void> add_imports(const FindingsOptions& options, std::vector<Finding>& findings) {
  if (options.imports.empty()) {
    return {};
  }
  const std::string machine = measure::describe_machine().summary();
  for (const std::string& file : options.imports) {
    auto imported = import_findings(file, machine);
    if (!imported) {
      return forward(imported);
    }
    for (Finding& finding : *imported) {
      if (options.about.empty() || is_number(options.about) || finding.task == options.about) {
        findings.push_back(std::move(finding));
      }
    }
  }
  return {};
}

Result<int> show_findings(const FindingsOptions& options, Terminal& terminal) {
  auto found = own_findings(options);
  if (!found) {
    return forward(found);
  }
  std::vector<Finding>& findings = *found;
  if (auto added = add_imports(options, findings); !added) {
    return forward(added);
  }
  if (!options.output.empty()) {
    const auto text = findings_text(findings, options.output);
    if (!text) {
      return forward(text);
    }
    if (auto written = write_file(options.output, *text); !written) {
      return forward(written);
    }
  }
  const auto shown = options.json ? findings_text(findings, "-.json") : findings_text(findings, "-.md");
  const auto written = write_out(terminal, *shown);
  return written ? Result<int>(findings.empty() ? 1 : 0) : forward(written);
}

} // namespace

void add_kernel_findings(CLI::App& kernel, Commands& commands) {
  CLI::App& app = commands.add(kernel, "findings", "what runs learnt, with the experiments that show it",
                               "  mapwright kernel findings gemm\n"
                               "  mapwright kernel findings 3 --export gemm.json\n"
                               "  mapwright kernel findings gemm --import from_the_gpu.json --export all.json\n"
                               "  mapwright kernel evolve gemm --findings gemm.json");
  auto options = std::make_shared<FindingsOptions>();
  app.add_option("ABOUT", options->about, "a run's number or a task's name (default: all runs)")->type_name("");
  app.add_option("--export", options->output, "also writes them: .json for other runs, .md for people")
      ->type_name("FILE");
  app.add_option("--import", options->imports, "also those of this file; of other devices as hypotheses")
      ->type_name("FILE");
  declare_archive(app, options->archive);
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return show_findings(*options, terminal); });
}

} // namespace mapwright::cli
