// Calibrations, for people and programs.
#pragma once

#include "mapper/calibrate/fit.hpp"
#include "report/json.hpp"

#include <cstddef>
#include <string>

namespace mapwright::report {

/// How a machine was calibrated.
struct CalibrationReport {
  std::string machine;       ///< what it was before
  std::string engine;        ///< "StarPU 1.3.10"
  std::size_t runs = 0;      ///< that were made
  std::size_t disturbed = 0; ///< of those, that had to be used although threads waited for cores
  std::string reason;        ///< why no more were made
  const mapper::Calibration& calibration;
};

/// Each number with its range; factors as their spread.
std::string to_text(const CalibrationReport& told);
Json to_json(const CalibrationReport& told);

} // namespace mapwright::report
