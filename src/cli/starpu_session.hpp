// A process of the engine for StarPU that stays: asked and answered line by line (src/starpu_engine/session.hpp).
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"
#include "report/json.hpp"

#include <memory>

namespace mapwright::cli {

/// Ends its process when it goes. What it prints is kept for errors.
class StarpuSession {
public:
  /// Starts the process and opens its session. Errors: those it answers; machine, where it was not built; input, where
  /// it ends.
  static Result<StarpuSession> start(const report::Json& opening);
  StarpuSession(StarpuSession&& other) noexcept;
  StarpuSession& operator=(StarpuSession&& other) noexcept;
  ~StarpuSession();

  /// The answer to a request. After an error of any kind the session may not be asked again. Errors: those it answers;
  /// input, where it ends, or says nothing within `patience`.
  Result<report::Json> ask(const report::Json& request, Seconds patience = Seconds(3600));

private:
  struct State;
  explicit StarpuSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace mapwright::cli
