#include "loop/history.hpp"

#include <stdexcept>

namespace mapwright::loop {

void History::add(const archive::Step& step) {
  if (step.number != size_) {
    throw std::logic_error("steps are committed in order");
  }
  ++size_;
  used_ = used_ + step.used;
  used_.time = step.committed;
  if (step.candidate) {
    digests_.emplace(step.candidate->digest, step.number);
  }
  if (step.score && step.verdict && step.verdict->valid && (!best_ || *step.score < best_->score)) {
    best_ = Best{step.number, *step.score};
  }
}

std::optional<std::uint64_t> History::first_with(const std::string& digest, std::uint64_t end) const {
  const auto found = digests_.find(digest);
  return found != digests_.end() && found->second < end ? std::optional(found->second) : std::nullopt;
}

} // namespace mapwright::loop
