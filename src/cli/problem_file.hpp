// PROBLEM.toml: one problem and what to do about it.
#pragma once

#include "core/error.hpp"
#include "llm/model_settings.hpp"
#include "loop/settings.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::cli {

struct ProblemFile {
  std::string kind;                                          ///< "index-map"
  std::string domain;                                        ///< domain text
  std::string form = "auto";                                 ///< [problem] form
  std::vector<std::pair<std::string, std::string>> sizes{};  ///< [parameters]: name, decimal value
  std::vector<std::pair<std::string, std::string>> tables{}; ///< [tables]: name, "v1,v2,..." or a file
  std::vector<std::string> languages{};                      ///< [emit] languages
  std::string directory = ".";                               ///< [emit] directory, relative to the file
  std::string name{};                                        ///< [emit] name
  std::string bits = "both";                                 ///< [emit] bits
  bool exhaustive = false;                                   ///< [verify] exhaustive
  std::vector<std::string> proposers{};                      ///< [propose] proposers; empty: the default
  std::uint64_t shown = 200;                                 ///< [propose] shown: most points a model sees
  std::uint64_t listed = 2000;                               ///< [propose] listed: points of a domain compared first
  std::uint64_t tries = 8;                                   ///< [propose] tries of all models together
  bool definition = true;                                    ///< [propose] definition: models see the domain
  loop::RunSettings run{};                                   ///< [loop], [budget]
  std::vector<llm::ModelSettings> models{};                  ///< [[model]]
};

/// Reads the text of a file called `file`. Unknown tables and keys, and values of the wrong type, are errors at their
/// place.
Result<ProblemFile> parse_problem(std::string_view text, const std::string& file);

} // namespace mapwright::cli
