#include "loop/past.hpp"

namespace mapwright::loop {

namespace {

constexpr std::uint64_t page_size = 256;

} // namespace

Result<Past> Past::of(archive::Archive& archive, archive::RunId run) {
  const auto count = archive.step_count(run);
  if (!count) {
    return forward(count);
  }
  Past past;
  past.archive_ = &archive;
  past.run_ = run;
  past.size_ = *count;
  return past;
}

Result<archive::Step> Past::next() {
  if (at_ == page_.size()) {
    auto page = archive_->steps(run_, read_, page_size);
    if (!page) {
      return forward(page);
    }
    if (page->empty()) {
      return fail(ErrorKind::internal, "the archive has fewer steps than it said");
    }
    page_ = std::move(*page);
    at_ = 0;
    read_ += page_.size();
  }
  return std::move(page_[at_++]);
}

} // namespace mapwright::loop
