#include "kernel/init/init_task.hpp"

#include "kernel/candidate/candidate.hpp"
#include "kernel/candidate/comment_block.hpp"
#include "kernel/init/reference_section.hpp"
#include "kernel/init/start_kernel.hpp"
#include "kernel/init/task_text.hpp"
#include "kernel/init/tracked_reference.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view comment_word = "mapwright-task";
constexpr std::string_view comment_hint =
    "/*mapwright-task, then in TOML e.g. [shapes], benchmark = [[1000]], then */ (docs/kernel-tasks.md)";

tl::unexpected<Error> fail_at_byte(std::string_view source, const std::string& file, std::size_t at,
                                   std::string message, std::string hint = {}) {
  return tl::unexpected<Error>(Error{ErrorKind::input, std::move(message), locate(source, at, file), std::move(hint)});
}

Result<Backend> backend_of(const std::string& file) {
  const std::string ending = fs::path(file).extension().string();
  for (const Backend backend : {Backend::cpp, Backend::opencl, Backend::cuda, Backend::hip}) {
    if (ending == extension(backend)) {
      return backend;
    }
  }
  return fail(ErrorKind::input, fmt::format("{}: the ending of a kernel is .cpp, .cl, .cu or .hip", file));
}

/// A user's file in its parts. Byte positions are those of the file.
struct Parts {
  std::string kernel;         ///< with all else blanked out
  std::vector<Edit> removed;  ///< all else
  std::size_t comment_at = 0; ///< of the task's comment
  std::size_t comment_end = 0;
  std::string comment; ///< its TOML
  std::optional<ReferenceSection> reference{};
};

/// Takes the bytes [begin, end) out of the kernel, with the line break behind them.
void take_out(Parts& parts, std::size_t begin, std::size_t end) {
  const bool whole_lines = begin == 0 || parts.kernel[begin - 1] == '\n';
  end += whole_lines && end < parts.kernel.size() && parts.kernel[end] == '\n' ? 1U : 0U;
  std::replace_if(
      parts.kernel.begin() + static_cast<std::ptrdiff_t>(begin),
      parts.kernel.begin() + static_cast<std::ptrdiff_t>(end), [](char c) { return c != '\n'; }, ' ');
  parts.removed.push_back({.at = begin, .size = end - begin});
}

Result<Parts> parts_of(const std::string& text, const std::string& file) {
  auto comment = marked_comment(text, comment_word);
  if (!comment) {
    return fail_at_byte(text, file, 0, "no comment says what the kernel is for", std::string(comment_hint));
  }
  auto section = find_reference_section(text, file);
  if (!section) {
    return forward(section);
  }
  Parts parts{.kernel = text,
              .removed = {},
              .comment_at = comment->begin,
              .comment_end = comment->end,
              .comment = std::move(comment->text),
              .reference = std::move(*section)};
  take_out(parts, parts.comment_at, parts.comment_end);
  if (parts.reference) {
    take_out(parts, parts.reference->begin, parts.reference->end);
  }
  return parts;
}

/// A folder with these files, as a user would have it.
Result<sandbox::ScratchDirectory> written(const std::vector<std::pair<std::string, std::string>>& files) {
  auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  for (const auto& [name, text] : files) {
    std::ofstream(scratch->path() / name, std::ios::binary) << text;
  }
  return scratch;
}

/// What was read back is wrong: the comment is to blame, and says it at its own place.
tl::unexpected<Error> no_task(const std::string& text, const std::string& file, std::size_t at, const Error& error) {
  return fail_at_byte(text, file, at, fmt::format("the kernel and its comment make no task: {}", error.message),
                      error.hint);
}

bool is_complete(const Signature& reference) {
  return std::any_of(reference.parameters.begin(), reference.parameters.end(),
                     [](const Parameter& parameter) { return parameter.name.ends_with("_scale"); });
}

/// Whether a reference takes what the task gives, by name.
Result<void> check_parameters(const Task& task, const Signature& reference, std::string_view source,
                              const std::string& file) {
  std::vector<std::string> missing = task.sizes;
  for (const Argument& argument : task.arguments) {
    missing.push_back(argument.name);
  }
  for (const Parameter& parameter : reference.parameters) {
    const auto known = std::find(missing.begin(), missing.end(), parameter.name);
    if (known == missing.end()) {
      return fail_at_byte(source, file, parameter.at, fmt::format("the kernel has no parameter '{}'", parameter.name),
                          "a reference in plain C++ has the kernel's parameters, in any order");
    }
    missing.erase(known);
  }
  if (!missing.empty()) {
    return fail_at_byte(source, file, reference.at, fmt::format("the reference has no parameter '{}'", missing.front()),
                        "a reference in plain C++ has the kernel's parameters, in any order");
  }
  return {};
}

Result<std::string> reference_of(const Task& task, const Parts& parts, const Signature& signature,
                                 const Tuning& presets, const std::string& file, std::vector<std::string>& assumed) {
  const std::string name = fs::path(file).filename().string();
  if (parts.reference) {
    const std::string& source = parts.reference->text;
    const auto reference = read_signature(source, file, {.name = "reference"});
    if (!reference) {
      return forward(reference);
    }
    if (is_complete(*reference)) {
      return source.substr(std::min(source.find_first_not_of(" \n\t\r"), source.size()));
    }
    if (auto checked = check_parameters(task, *reference, source, file); !checked) {
      return forward(checked);
    }
    return tracked_reference(task, source, *reference, presets, fmt::format("the reference in {}", name));
  }
  if (const auto start = task.starts.begin(); start != task.starts.end() && start->first != Backend::cpp) {
    return fail_at_byte(parts.kernel, file, signature.at, "a kernel for a device cannot be its own reference",
                        "between #ifdef MAPWRIGHT_REFERENCE and #endif: void reference(...) in plain C++, with the "
                        "kernel's parameters");
  }
  assumed.push_back(fmt::format("{} is right: its results in wider numbers are the reference", signature.name));
  return tracked_reference(task, parts.kernel, signature, presets, fmt::format("the kernel in {}", name));
}

std::string notes_text(const std::string& name, const std::vector<std::string>& assumed) {
  std::string text =
      fmt::format("# {}\n\nNothing has been measured yet. What `mapwright kernel init` took for granted:\n\n", name);
  for (const std::string& sentence : assumed) {
    text += fmt::format("- {}\n", sentence);
  }
  return text;
}

} // namespace

Result<InitialisedTask> init_task(const std::string& text, const std::string& file) {
  const auto backend = backend_of(file);
  if (!backend) {
    return forward(backend);
  }
  auto parts = parts_of(text, file);
  if (!parts) {
    return forward(parts);
  }
  auto settings = Settings::parse(parts->comment, file);
  if (!settings) {
    return forward(settings);
  }
  const Annotation annotation = read_annotation(*settings);
  const auto signature =
      read_signature(parts->kernel, file, {.backend = *backend, .after = parts->comment_at, .name = annotation.entry});
  if (!signature) {
    const auto checked = settings->check();
    return checked ? forward(signature) : forward(checked);
  }
  const auto parameters = make_parameters(parts->kernel, file, *signature, annotation, *settings);
  if (!parameters) {
    const auto checked = settings->check();
    return checked ? forward(parameters) : forward(checked);
  }
  const auto start = make_start_kernel({*backend, parts->kernel, file, *signature, parts->removed}, *parameters,
                                       annotation.launch, *settings);
  if (!start) {
    return forward(start);
  }
  InitialisedTask made;
  made.name = annotation.name.empty() ? signature->name : annotation.name;
  made.assumed = parameters->assumed;
  made.assumed.insert(made.assumed.end(), start->changed.begin(), start->changed.end());
  const std::string summary = annotation.summary.empty()
                                  ? fmt::format("{} of {}", signature->name, fs::path(file).filename().string())
                                  : annotation.summary;
  made.files.emplace_back(
      "task.toml", task_text({made.name, summary, start->entry}, *parameters, annotation, *settings, made.assumed));
  if (auto checked = settings->check(); !checked) {
    return forward(checked);
  }
  const std::string kernel_file = made.name + std::string(extension(*backend));
  made.files.emplace_back(kernel_file, start->text);
  const auto scratch = written(made.files);
  if (!scratch) {
    return forward(scratch);
  }
  const auto task = read_task(scratch->path());
  if (!task) {
    return no_task(text, file, parts->comment_at, task.error());
  }
  const auto candidate = read_candidate(*task, scratch->path() / kernel_file);
  if (!candidate) {
    return no_task(text, file, signature->at, candidate.error());
  }
  auto reference = reference_of(*task, *parts, *signature, preset(*candidate), file, made.assumed);
  if (!reference) {
    return forward(reference);
  }
  made.files.emplace_back("reference.cpp", *std::move(reference));
  made.files.emplace_back("findings.md", notes_text(made.name, made.assumed));
  return made;
}

} // namespace mapwright::kernel
