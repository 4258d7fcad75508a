// Verdicts about maps: ours, somebody else's, and certificates.
#pragma once

#include "index_map/candidate.hpp"
#include "index_map/certificate.hpp"
#include "index_map/exhaustive.hpp"
#include "report/json.hpp"

#include <string>
#include <vector>

namespace mapwright::report {

/// Every index of one size was compared.
struct SizeCheck {
  std::vector<expr::Int> sizes;
  index_map::ExhaustiveReport result;
};

struct VerifyReport {
  const index_map::Certificate* certificate = nullptr; ///< not owned
  std::vector<SizeCheck> checks;
  std::string note{}; ///< what was not done, and how to have it done; may be empty

  [[nodiscard]] bool agrees() const;   ///< at every size compared
  [[nodiscard]] bool verified() const; ///< proved, and agrees
};
/// The status of the certificate, then comparison_text.
std::string to_text(const VerifyReport& report);
/// What was compared, and the verdict.
std::string comparison_text(const VerifyReport& report);
Json to_json(const VerifyReport& report);

std::string to_text(const index_map::CandidateReport& report, const domain::Domain& domain);
Json to_json(const index_map::CandidateReport& report, const domain::Domain& domain);

/// Of a certificate file that was checked again.
std::string to_text(const index_map::CheckReport& report, const std::string& file, const std::string& domain);
Json to_json(const index_map::CheckReport& report, const std::string& file, const std::string& domain);

/// [{name, holds, detail}]
Json facts_json(const std::vector<index_map::Fact>& facts);

/// "n = 1000: all 500 500 indices agree (12 ms, 41.7 million indices/s)" or the counterexample.
std::string check_line(const SizeCheck& check, const std::vector<expr::Symbol>& parameters);

} // namespace mapwright::report
