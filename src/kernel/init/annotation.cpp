#include "kernel/init/annotation.hpp"

#include "kernel/task/identifier.hpp"
#include "kernel/task/read_parts.hpp"

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t most_axes = 3;

void read_identifier(Section& section, std::string_view key, std::string& target) {
  section.text(key, target);
  const std::string_view objection = objection_to_name(target);
  if (section.has(key) && !objection.empty()) {
    section.refuse(key, fmt::format("'{}' {}", target, objection));
  }
}

/// {shape = [...], intent = "...", type = "..."}
void read_note(Section& section, ArgumentNote& note) {
  section.number_texts("shape", note.shape);
  if (section.has("type")) {
    Element type = Element::f32;
    read_type(section, type);
    note.type = type;
  }
  std::string intent;
  section.text("intent", intent);
  if (!section.has("intent")) {
    return;
  }
  if (intent == "in" || intent == "out" || intent == "inout") {
    note.intent = intent == "in" ? Intent::in : intent == "out" ? Intent::out : Intent::in_out;
  } else {
    section.refuse("intent", "'intent' is \"in\", \"out\" or \"inout\"");
  }
}

void read_notes(Section& root, Annotation& annotation) {
  auto section = root.section("arguments");
  if (!section) {
    return;
  }
  for (const std::string& name : section->keys()) {
    ArgumentNote note{.name = name};
    if (section->is_list(name)) {
      section->number_texts(name, note.shape);
    } else if (auto detailed = section->section(name)) {
      read_note(*detailed, note);
    }
    annotation.arguments.push_back(std::move(note));
  }
}

void read_launch(Section& root, Annotation& annotation) {
  auto section = root.section("launch");
  if (!section) {
    return;
  }
  section->number_texts("items", annotation.launch.items);
  if (annotation.launch.items.empty() || annotation.launch.items.size() > most_axes) {
    section->refuse("items", "'items' has 1 to 3 axes", "e.g. items = [\"n\", \"m\"]");
  }
  if (section->has("group")) {
    section->integers("group", annotation.launch.group);
    if (annotation.launch.group.size() != annotation.launch.items.size()) {
      section->refuse("group", "'group' has as many axes as 'items'");
    }
  }
}

} // namespace

Annotation read_annotation(Settings& settings) {
  Annotation annotation;
  Section& root = settings.root();
  read_identifier(root, "name", annotation.name);
  read_identifier(root, "entry", annotation.entry);
  root.text("summary", annotation.summary);
  root.texts("sizes", annotation.sizes);
  root.text("operations", annotation.operations);
  read_notes(root, annotation);
  if (auto shapes = root.section("shapes")) {
    shapes->integer_lists("test", annotation.test);
    shapes->integer_lists("benchmark", annotation.benchmark);
    shapes->integer_lists("held_out", annotation.held_out);
  }
  if (auto inputs = root.section("inputs")) {
    for (const std::string& name : inputs->keys()) {
      std::string text;
      inputs->text(name, text);
      annotation.inputs.emplace_back(name, text);
    }
  }
  if (auto tolerance = root.section("tolerance")) {
    tolerance->real("factor", annotation.factor);
    tolerance->text("reason", annotation.reason);
  }
  read_launch(root, annotation);
  return annotation;
}

} // namespace mapwright::kernel
