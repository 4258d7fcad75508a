#include "index_map/emission_unit.hpp"

#include "emit/names.hpp"

#include <filesystem>

namespace mapwright::index_map {

std::string identifier_of(const domain::Domain& domain) {
  std::string text = domain.text;
  if (text.ends_with(".toml")) {
    text = std::filesystem::path(text).stem().string();
  }
  const std::string word = text.substr(0, text.find_first_of("(:[{ \t\n"));
  return word.empty() || word == "where" || word == "for" ? std::string("index_map") : emit::to_identifier(word);
}

emit::Unit emission_unit(const Certified& certified) {
  const Certificate& certificate = certified.certificate;
  emit::Unit unit;
  unit.map = &certified.derived.map;
  unit.identifier = identifier_of(certified.derived.map.domain);
  unit.range32 = certificate.range32;
  unit.range64 = certificate.range64;
  unit.certificate_hash = certificate.hash;
  unit.proved = certificate.status == Status::proved;
  unit.status = status_text(certificate);
  unit.formulas = certificate.formulas;
  unit.with_32 = !certificate.range32.empty;
  unit.with_64 = !certificate.range64.empty;
  return unit;
}

} // namespace mapwright::index_map
