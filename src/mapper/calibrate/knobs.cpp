#include "mapper/calibrate/knobs.hpp"

#include "mapper/calibrate/fit.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// A number that a knob turns. `more` is whether more of it is more time.
using NumberVisit = std::function<void(double& number, std::optional<Interval>& range, bool more, std::string& source)>;

bool is_work_of(const WorkFactor& work, const Knob& knob, const std::string& program) {
  return work.program == program && work.task == knob.task && work.processor == knob.processor;
}

void visit_numbers(MachineDescription& machine, const std::string& program, const Knob& knob,
                   const NumberVisit& visit) {
  switch (knob.sort) {
  case Knob::Sort::work:
    for (WorkFactor& work : machine.work) {
      if (is_work_of(work, knob, program)) {
        visit(work.factor, work.factor_range, true, work.source);
      }
    }
    break;
  case Knob::Sort::overhead:
    for (ProcessorClass& item : machine.processors) {
      if (item.kind == knob.processor) {
        visit(item.overhead, item.overhead_range, true, item.source);
      }
    }
    break;
  case Knob::Sort::link:
    for (LinkClass& link : machine.links) {
      if (link.name == knob.link) {
        std::string same; // both numbers have one source
        visit(link.latency, link.latency_range, true, link.source);
        visit(link.bandwidth, link.bandwidth_range, false, same);
      }
    }
    break;
  case Knob::Sort::conversion:
    visit(machine.conversion, machine.conversion_range, true, machine.conversion_source);
    break;
  }
}

/// A factor of 1 for tasks of any layouts, where there is none.
void add_general_factor(MachineDescription& machine, const std::string& program, const Knob& knob) {
  const bool there = std::any_of(machine.work.begin(), machine.work.end(), [&](const WorkFactor& work) {
    return is_work_of(work, knob, program) && work.layouts.empty();
  });
  if (knob.sort == Knob::Sort::work && !there) {
    machine.work.push_back({program, knob.task, knob.processor, {}, 1, std::nullopt, "as the rates say"});
  }
}

/// Where the number came from before it was ever turned.
std::string first_source_of(const std::string& source) {
  constexpr std::string_view word = "; before: ";
  const std::size_t at = source.rfind(word);
  return at == std::string::npos ? source : source.substr(at + word.size());
}

} // namespace

std::string to_string(const Knob& knob) {
  switch (knob.sort) {
  case Knob::Sort::work:
    return fmt::format("work of '{}' on {}", knob.task, to_string(knob.processor));
  case Knob::Sort::overhead:
    return fmt::format("overhead of {}", to_string(knob.processor));
  case Knob::Sort::link:
    return fmt::format("link {}", knob.link);
  case Knob::Sort::conversion:
    break;
  }
  return "change of layout";
}

double doubt_of(const Knob& knob, const MachineDescription& machine, const std::string& program) {
  constexpr double least = 0.1;
  double most = 0;
  MachineDescription looked_at = machine;
  visit_numbers(
      looked_at, program, knob, [&](const double&, const std::optional<Interval>& range, bool, const std::string&) {
        const bool known = range && range->low > 0;
        most = std::max(most, known ? std::log(range->high / range->low) / (2 * normal_90) : std::numbers::ln2);
      });
  return most > 0 ? std::max(most, least) : std::numbers::ln2;
}

MachineDescription turned(MachineDescription machine, const std::string& program, std::span<const Knob> knobs,
                          std::span<const double> turns) {
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    add_general_factor(machine, program, knobs[i]);
    visit_numbers(machine, program, knobs[i],
                  [&](double& number, const std::optional<Interval>&, bool more, const std::string&) {
                    number = more ? number * std::exp(turns[i]) : number * std::exp(-turns[i]);
                  });
  }
  machine.conversion = std::max(machine.conversion, 1.0); // a change of layout is no faster than a copy
  return machine;
}

MachineDescription turned_for_good(MachineDescription machine, const std::string& program, std::span<const Knob> knobs,
                                   std::span<const double> turns, std::span<const double> errors,
                                   const std::string& measured) {
  for (std::size_t i = 0; i < knobs.size(); ++i) {
    add_general_factor(machine, program, knobs[i]);
    visit_numbers(machine, program, knobs[i],
                  [&](double& number, std::optional<Interval>& range, bool more, std::string& source) {
                    number = four_digits(more ? number * std::exp(turns[i]) : number * std::exp(-turns[i]));
                    const double apart = std::exp(normal_90 * errors[i]);
                    range = Interval{four_digits(number / apart), four_digits(number * apart)};
                    source = fmt::format("{}: {} takes {:.3g} times as long; before: {}", measured, to_string(knobs[i]),
                                         std::exp(turns[i]), first_source_of(source));
                  });
  }
  machine.conversion = std::max(machine.conversion, 1.0);
  if (machine.conversion_range) {
    machine.conversion_range->low = std::max(machine.conversion_range->low, 1.0);
  }
  return machine;
}

} // namespace mapwright::mapper
