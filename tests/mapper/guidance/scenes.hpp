// Applications on machines, and mappers that something is wrong with.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/examples.hpp"
#include "mapper/guidance/guidance.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"

#include <string>

#include <gmock/gmock.h>

namespace mapwright::mapper {

/// An application, expanded, on a machine.
struct GuidedScene {
  explicit GuidedScene(const std::string& app, const std::string& on = "p100x4")
      : application(sure(open_application(app))), graph(sure(expand(application.program))),
        machine(sure(open_machine(on))) {}

  [[nodiscard]] SearchScene scene() const { return {application.program, graph, machine}; }
  [[nodiscard]] const std::string& text(const std::string& name) const { return *application.mapper(name); }
  [[nodiscard]] Result<Elaborated> elaborated(const std::string& mapper) const {
    return elaborate({mapper, "m"}, application.program, graph, machine);
  }
  [[nodiscard]] Simulation run(const std::string& mapper) const {
    return sure(Simulator(application.program, graph, machine).run(sure(elaborated(mapper)).plan));
  }
  [[nodiscard]] Guidance guide(const std::string& mapper, const GuidanceOptions& options = {}) const {
    return guidance({mapper, "m"}, scene(), options);
  }

  Application application;
  TaskGraph graph;
  Machine machine;
};

/// The text with the first `from` as `to`; the test fails when there is none.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << "no '" << from << "'";
    return text;
  }
  return text.replace(at, from.size(), to);
}

} // namespace mapwright::mapper
