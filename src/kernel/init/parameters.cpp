#include "kernel/init/parameters.hpp"

#include "core/suggest.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

constexpr std::string_view whose_sizes = "an integer parameter of the kernel";

const ArgumentNote* note_of(const Annotation& annotation, const std::string& name) {
  const auto note = std::find_if(annotation.arguments.begin(), annotation.arguments.end(),
                                 [&](const ArgumentNote& known) { return known.name == name; });
  return note == annotation.arguments.end() ? nullptr : &*note;
}

bool is_integer_value(const Parameter& parameter) {
  return !parameter.pointer && !is_float(parameter.type);
}

/// The integers passed by value, unless some were named.
std::vector<std::string> sizes_of(const Signature& signature, const Annotation& annotation) {
  std::vector<std::string> sizes;
  for (const Parameter& parameter : signature.parameters) {
    const bool named =
        std::find(annotation.sizes.begin(), annotation.sizes.end(), parameter.name) != annotation.sizes.end();
    const bool by_itself = annotation.sizes.empty() && note_of(annotation, parameter.name) == nullptr;
    if (is_integer_value(parameter) && (named || by_itself)) {
      sizes.push_back(parameter.name);
    }
  }
  return sizes;
}

/// Names of notes that mean nothing here.
void refuse_strangers(const Signature& signature, const Annotation& annotation, Settings& settings,
                      const std::vector<std::string>& sizes) {
  std::vector<std::string> names;
  for (const Parameter& parameter : signature.parameters) {
    names.push_back(parameter.name);
  }
  const auto is_known = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const auto hint = [&](const std::string& name) {
    return suggest(name, names, fmt::format("its parameters are {}", fmt::join(names, ", ")));
  };
  for (std::size_t i = 0; i < annotation.sizes.size(); ++i) {
    const std::string& name = annotation.sizes[i];
    if (std::find(sizes.begin(), sizes.end(), name) == sizes.end()) {
      settings.root().refuse_within("sizes", i, 0,
                                    fmt::format("{} has no integer parameter '{}'", signature.name, name), hint(name));
    }
  }
  auto section = settings.root().section("arguments");
  for (const ArgumentNote& note : annotation.arguments) {
    if (!is_known(note.name)) {
      section->refuse(note.name, fmt::format("{} has no parameter '{}'", signature.name, note.name), hint(note.name));
    }
  }
  if (auto inputs = settings.root().section("inputs")) {
    for (const auto& [name, text] : annotation.inputs) {
      if (!is_known(name) || std::find(sizes.begin(), sizes.end(), name) != sizes.end()) {
        inputs->refuse(name, fmt::format("{} has no argument '{}'", signature.name, name), hint(name));
      }
    }
  }
}

void check_shape(const ArgumentNote& note, const std::vector<std::string>& sizes, Settings& settings) {
  auto section = settings.root().section("arguments");
  auto detailed = section->is_list(note.name) ? std::nullopt : section->section(note.name);
  for (std::size_t i = 0; i < note.shape.size(); ++i) {
    (void)read_over(detailed ? *detailed : *section, detailed ? "shape" : note.name, i, note.shape[i], sizes,
                    whose_sizes);
  }
}

Intent intent_of(std::string_view source, const Signature& signature, const Parameter& parameter,
                 std::vector<std::string>& assumed) {
  if (parameter.constant) {
    return Intent::in;
  }
  const Intent intent =
      intent_of_writes(tokens_of(source.substr(signature.body, signature.end - signature.body)), parameter.name);
  assumed.push_back(intent == Intent::out
                        ? fmt::format("{} is written only: its first use stores an element", parameter.name)
                        : fmt::format("{} is read and written: its first use is no store", parameter.name));
  return intent;
}

} // namespace

Result<MadeParameters> make_parameters(std::string_view source, const std::string& file, const Signature& signature,
                                       const Annotation& annotation, Settings& settings) {
  MadeParameters made;
  made.sizes = sizes_of(signature, annotation);
  refuse_strangers(signature, annotation, settings, made.sizes);
  for (const Parameter& parameter : signature.parameters) {
    const bool size = std::find(made.sizes.begin(), made.sizes.end(), parameter.name) != made.sizes.end();
    if (size || parameter.local) {
      continue;
    }
    const ArgumentNote* note = note_of(annotation, parameter.name);
    MadeArgument argument{.name = parameter.name, .type = parameter.type};
    if (note != nullptr) {
      check_shape(*note, made.sizes, settings);
      argument.type = note->type.value_or(argument.type);
      argument.shape = note->shape;
    }
    if (parameter.pointer && argument.shape.empty() && made.sizes.size() == 1) {
      argument.shape = {made.sizes.front()};
      made.assumed.push_back(
          fmt::format("{} has {} elements: there is no other size", argument.name, made.sizes.front()));
    }
    if (parameter.pointer && argument.shape.empty()) {
      return tl::unexpected<Error>(
          Error{ErrorKind::input, fmt::format("nothing says how many elements '{}' has", parameter.name),
                locate(source, parameter.at, file),
                fmt::format("in the comment: [arguments], {} = [{}]", parameter.name,
                            made.sizes.empty() ? "1" : fmt::format("\"{}\"", fmt::join(made.sizes, "\", \"")))});
    }
    if (parameter.pointer) {
      argument.intent =
          note != nullptr && note->intent ? *note->intent : intent_of(source, signature, parameter, made.assumed);
    }
    made.arguments.push_back(std::move(argument));
  }
  return made;
}

} // namespace mapwright::kernel
