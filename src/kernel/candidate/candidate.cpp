#include "kernel/candidate/candidate.hpp"

#include "kernel/candidate/comment_block.hpp"
#include "kernel/candidate/read_blocks.hpp"
#include "kernel/task/expression.hpp"
#include "kernel/task/text_file.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// An error in the comment, with the line as it stands in the source.
Error in_source(Error error, std::string_view source) {
  if (error.where) {
    std::size_t begin = 0;
    for (int line = 1; line < error.where->line; ++line) {
      begin = source.find('\n', begin) + 1;
    }
    error.where->source_line = source.substr(begin, source.find('\n', begin) - begin);
  }
  return error;
}

} // namespace

Result<KernelCandidate> parse_candidate(const Task& task, Backend backend, std::string text, const std::string& file,
                                        LaunchList launches) {
  KernelCandidate candidate{backend, std::move(text)};
  const auto comment = mapwright_comment(candidate.source);
  if (!comment && backend != Backend::cpp && launches == LaunchList::required) {
    return fail(ErrorKind::input, fmt::format("{} has no comment that begins with 'mapwright'", file),
                "it holds [[launch]]: which kernels run, on how many groups (docs/kernel-tasks.md)");
  }
  auto settings = Settings::parse(comment.value_or(""), file);
  if (!settings) {
    return tl::unexpected<Error>(in_source(settings.error(), candidate.source));
  }
  Section& root = settings->root();
  Names names{task, task.sizes, {}};
  read_build(root, candidate);
  read_tunables(root, names, candidate);
  read_scratch(root, names, candidate);
  read_launches(root, names, launches, candidate);
  if (auto checked = settings->check(); !checked) {
    return tl::unexpected<Error>(in_source(checked.error(), candidate.source));
  }
  return candidate;
}

Result<KernelCandidate> read_candidate(const Task& task, const std::filesystem::path& file, LaunchList launches) {
  for (const Backend backend : {Backend::cpp, Backend::opencl, Backend::cuda, Backend::hip}) {
    if (file.extension() == extension(backend)) {
      auto text = read_text_file(file);
      return text ? parse_candidate(task, backend, std::move(*text), file.string(), launches) : forward(text);
    }
  }
  return fail(ErrorKind::input,
              fmt::format("{} is no kernel: its name must end in .cpp, .cl, .cu or .hip", file.string()));
}

Tuning preset(const KernelCandidate& candidate) {
  Tuning tuning;
  for (const Tunable& tunable : candidate.tunables) {
    tuning[tunable.name] = tunable.preset;
  }
  return tuning;
}

Result<bool> allowed(const KernelCandidate& candidate, const Tuning& tuning) {
  const Values values(tuning.begin(), tuning.end());
  for (const expr::Expr& constraint : candidate.constraints) {
    const auto holds = evaluate_at(constraint, values);
    if (!holds) {
      return forward(holds);
    }
    if (*holds == 0) {
      return false;
    }
  }
  return true;
}

std::vector<std::string> macros(const Tuning& tuning) {
  std::vector<std::string> flags;
  for (const auto& [name, value] : tuning) {
    flags.push_back(fmt::format("-D{}={}", name, value));
  }
  return flags;
}

} // namespace mapwright::kernel
