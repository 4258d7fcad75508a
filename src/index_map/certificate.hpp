// Certificates: what is claimed of a map, on what grounds, for which sizes; a file another program can check.
#pragma once

#include "core/error.hpp"
#include "index_map/derived.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map {

/// How far the claim "this map is exact" is founded. DO NOT CHANGE the texts of to_string: they are in files.
enum class Status : std::uint8_t {
  proved,   ///< every obligation discharged, for all sizes of the stated range
  unproved, ///< some obligation failed; the map is emitted only on request, and marked
};
std::string to_string(Status status);

struct Certificate {
  std::string domain; ///< domain text as parse_domain accepts it
  ProofKind kind = ProofKind::exhaustive;
  Status status = Status::unproved;
  std::vector<expr::Symbol> parameters;
  std::vector<std::optional<expr::Int>> fixed; ///< sizes the derivation was given, see DeriveOptions::parameters
  std::string form = "auto";                   ///< the form asked for
  domain::WordRange range32;
  domain::WordRange range64;
  std::vector<std::string> formulas;
  nlohmann::json proof;
  std::vector<Fact> facts;
  std::string hash; ///< SHA-256 (hex) of the certificate's JSON text without `hash` and `facts`
};

/// A derived map with its certificate.
struct Certified {
  Derived derived;
  Certificate certificate;
};

/// "proved (kind, 12 obligations)", or "UNPROVED (kind): the obligations that failed", the first of them with its
/// reason.
std::string status_text(const Certificate& certificate);

/// Checks the proof and computes the ranges for which every intermediate fits 32 and 64 bits.
Certified certify(Derived derived, const DeriveOptions& options = {});

/// derive, then certify.
Result<Certified> derive_certified(const domain::Domain& domain, const DeriveOptions& options = {});

/// schema_version, domain, kind, status, parameters, range, formulas, proof, facts, hash (docs/certificates.md).
nlohmann::json to_json(const Certificate& certificate);

/// Checks a certificate file on its own: parses its domain, assembles the map from its proof, runs the checker, and
/// compares hash and ranges. Facts say what held. An input error when the file is malformed.
Result<CheckReport> check_certificate(const nlohmann::json& file);

} // namespace mapwright::index_map
