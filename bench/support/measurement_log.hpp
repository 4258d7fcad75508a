// Measurements of mappings in a file, so that a benchmark that was stopped goes on where it was.
#pragma once

#include "report/json.hpp"

#include <fstream>
#include <map>
#include <string>
#include <utility>

namespace mapwright {

/// One measured mapping.
struct MeasuredMapping {
  double seconds = 0;
  bool disturbed = true;
};

/// Measurements by application and plan, kept in a file.
class MeasurementLog {
public:
  explicit MeasurementLog(std::string file) : file_(std::move(file)) {
    std::ifstream lines(file_);
    for (std::string line; std::getline(lines, line);) {
      const report::Json entry = report::Json::parse(line, nullptr, false);
      if (entry.is_object()) { // the last line of a run that was stopped may be cut
        known_[{entry.at("app").get<std::string>(), entry.at("plan").get<std::string>()}] = {
            entry.at("seconds").get<double>(), entry.at("disturbed").get<bool>()};
      }
    }
  }
  [[nodiscard]] const MeasuredMapping* find(const std::string& app, const std::string& plan) const {
    const auto found = known_.find({app, plan});
    return found == known_.end() ? nullptr : &found->second;
  }
  void add(const std::string& app, const std::string& plan, const MeasuredMapping& mapping) {
    known_[{app, plan}] = mapping;
    if (!file_.empty()) {
      std::ofstream(file_, std::ios::app)
          << report::Json{{"app", app}, {"plan", plan}, {"seconds", mapping.seconds}, {"disturbed", mapping.disturbed}}
                 .dump()
          << std::endl;
    }
  }

private:
  std::string file_;
  std::map<std::pair<std::string, std::string>, MeasuredMapping> known_;
};

} // namespace mapwright
