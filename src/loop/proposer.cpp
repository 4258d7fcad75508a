#include "loop/proposer.hpp"

#include "core/digest.hpp"

namespace mapwright::loop {

archive::Candidate make_candidate(std::string form, std::string content, nlohmann::json notes) {
  archive::Candidate candidate;
  candidate.digest = sha256_hex(form + "\n" + content);
  candidate.form = std::move(form);
  candidate.content = std::move(content);
  candidate.notes = std::move(notes);
  return candidate;
}

} // namespace mapwright::loop
