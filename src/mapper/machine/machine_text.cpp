#include "mapper/machine/machine_text.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// A text of TOML on one line.
std::string quoted_toml(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      quoted += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

/// The shortest text that reads back, as a real number.
std::string real_text(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

/// Appends the lines of one section.
class SectionText {
public:
  explicit SectionText(std::string& text, std::string_view header) : text_(text) {
    text_ += fmt::format("\n{}\n", header);
  }

  void word(std::string_view key, std::string_view value) {
    text_ += fmt::format("{} = {}\n", key, quoted_toml(value));
  }
  void count(std::string_view key, std::uint64_t value) { text_ += fmt::format("{} = {}\n", key, value); }
  void flag(std::string_view key, bool value) { text_ += fmt::format("{} = {}\n", key, value); }
  void words(std::string_view key, const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& value : values) {
      list += (list.empty() ? "" : ", ") + quoted_toml(value);
    }
    text_ += fmt::format("{} = [{}]\n", key, list);
  }
  void number(std::string_view key, double value, const std::optional<Interval>& range = {}) {
    text_ += fmt::format("{} = {}\n", key, real_text(value));
    if (range) {
      text_ += fmt::format("{0}_least = {1}\n{0}_most = {2}\n", key, real_text(range->low), real_text(range->high));
    }
  }

private:
  std::string& text_;
};

void add_sights(std::string& text, const MachineDescription& machine) {
  for (const Sight& sight : machine.sights) {
    SectionText section(text, "[[sees]]");
    section.word("processor", to_string(sight.processor));
    section.word("memory", to_string(sight.memory));
    section.number("bandwidth", sight.bandwidth, sight.bandwidth_range);
    if (sight.own) {
      section.flag("own", true);
    }
    if (sight.peer) {
      section.number("peer", *sight.peer);
    }
    section.word("source", sight.source);
  }
}

void add_links(std::string& text, const MachineDescription& machine) {
  for (const LinkClass& link : machine.links) {
    SectionText section(text, "[[link]]");
    section.word("name", link.name);
    if (link.per) {
      section.word("per", to_string(*link.per));
    }
    section.number("latency", link.latency, link.latency_range);
    section.number("bandwidth", link.bandwidth, link.bandwidth_range);
    section.flag("shared", link.shared);
    section.flag("duplex", link.duplex);
    section.word("source", link.source);
  }
  for (const RouteClass& route : machine.routes) {
    SectionText section(text, "[[route]]");
    std::vector<std::string> via;
    for (const std::uint32_t link : route.via) {
      via.push_back(machine.links[link].name);
    }
    section.words("between", {std::string(to_string(route.from)),
                              route.to ? std::string(to_string(*route.to)) : std::string("network")});
    if (!via.empty()) {
      section.words("via", via);
    }
  }
  if (machine.network) {
    SectionText section(text, "[network]");
    section.number("latency", machine.network->latency);
    section.number("bandwidth", machine.network->bandwidth);
    section.word("source", machine.network->source);
  }
}

void add_runtime(std::string& text, const MachineDescription& machine) {
  if (!machine.conversion_source.empty()) {
    SectionText section(text, "[conversion]");
    section.number("factor", machine.conversion, machine.conversion_range);
    section.word("source", machine.conversion_source);
  }
  const RuntimeHabits& habits = machine.runtime;
  if (!habits.source.empty()) {
    SectionText section(text, "[runtime]");
    section.word("conversions", habits.converts_on_processor ? "processor" : "copy engine");
    section.word("reductions", habits.reduces_in_order ? "in order" : "apart");
    section.word("launching", habits.launches_for_free ? "free" : "a task");
    section.word("waiting", habits.takes_in_program_order ? "program order" : "as they come");
    section.word("source", habits.source);
  }
  for (const WorkFactor& work : machine.work) {
    SectionText section(text, "[[work]]");
    section.word("program", work.program);
    section.word("task", work.task);
    section.word("processor", to_string(work.processor));
    std::vector<std::string> layouts;
    for (const DataLayout& layout : work.layouts) {
      layouts.push_back(to_string(layout));
    }
    if (!layouts.empty()) {
      section.words("layouts", layouts);
    }
    section.number("factor", work.factor, work.factor_range);
    section.word("source", work.source);
  }
}

} // namespace

std::string machine_text(const MachineDescription& machine) {
  std::string text = fmt::format("name = {}\nsummary = {}\nnodes = {}\n", quoted_toml(machine.name),
                                 quoted_toml(machine.summary), machine.nodes);
  for (const ProcessorClass& item : machine.processors) {
    SectionText section(text, "[[processor]]");
    section.word("kind", to_string(item.kind));
    section.count("count", item.count);
    section.number("flops", item.flops, item.flops_range);
    section.number("overhead", item.overhead, item.overhead_range);
    section.word("source", item.source);
  }
  for (const MemoryClass& item : machine.memories) {
    SectionText section(text, "[[memory]]");
    section.word("kind", to_string(item.kind));
    section.count("count", item.count);
    section.number("capacity", static_cast<double>(item.capacity));
    section.number("bandwidth", item.bandwidth, item.bandwidth_range);
    section.word("source", item.source);
  }
  add_sights(text, machine);
  add_links(text, machine);
  add_runtime(text, machine);
  return text;
}

} // namespace mapwright::mapper
