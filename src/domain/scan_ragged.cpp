// Rows of run-time lengths, one after the other.
#include "domain/affine_rows.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

class RaggedSource : public RunSource {
public:
  RaggedSource(const PreparedShape& inner, std::vector<std::int64_t> offsets, const Opening& opening)
      : inner_(inner), offsets_(std::move(offsets)), steps_(opening.steps) {
    const auto rows = static_cast<std::int64_t>(offsets_.size()) - 1;
    row_ = std::max<std::int64_t>(0, opening.first_low);
    end_ = opening.first_high < rows - 1 ? opening.first_high + 1 : rows;
  }

  bool next(Run& run) override {
    for (;;) {
      if (!source_) {
        if (row_ >= end_) {
          return false;
        }
        const auto b = static_cast<std::size_t>(row_);
        length_ = offsets_[b + 1] - offsets_[b];
        Opening opening;
        opening.parameters = std::span<const Int>(&length_, 1);
        opening.steps = steps_;
        auto opened = inner_.open(opening);
        if (!opened) {
          return stop(opened.error());
        }
        source_ = std::move(*opened);
      }
      Run inner;
      if (source_->next(inner)) {
        prefix_.assign(1, row_);
        prefix_.insert(prefix_.end(), inner.prefix.begin(), inner.prefix.end());
        run = {prefix_, inner.first, inner.last};
        return true;
      }
      if (source_->error()) {
        return stop(*source_->error());
      }
      source_.reset();
      ++row_;
    }
  }

private:
  const PreparedShape& inner_;
  std::vector<std::int64_t> offsets_;
  std::uint64_t steps_;
  std::int64_t row_ = 0;
  std::int64_t end_ = 0;
  Int length_ = 0;
  std::unique_ptr<RunSource> source_; ///< of the current row
  std::vector<std::int64_t> prefix_;
};

class PreparedRagged : public PreparedShape {
public:
  PreparedRagged(RaggedShape shape, std::shared_ptr<const PreparedShape> inner)
      : shape_(std::move(shape)), inner_(std::move(inner)) {}

  Result<bool> contains(const Opening& opening, std::span<const Int> point) const override {
    const auto offsets = ragged_offsets(shape_, opening.parameters, opening.tables);
    if (!offsets) {
      return forward(offsets);
    }
    if (point[0] < 0 || point[0] >= static_cast<Int>(offsets->size()) - 1) {
      return false;
    }
    const auto b = static_cast<std::size_t>(point[0]);
    const Int length = (*offsets)[b + 1] - (*offsets)[b];
    Opening row;
    row.parameters = std::span<const Int>(&length, 1);
    return inner_->contains(row, point.subspan(1));
  }

  Result<std::unique_ptr<RunSource>> open(const Opening& opening) const override {
    auto offsets = ragged_offsets(shape_, opening.parameters, opening.tables);
    if (!offsets) {
      return forward(offsets);
    }
    return std::make_unique<RaggedSource>(*inner_, std::move(*offsets), opening);
  }

private:
  RaggedShape shape_;
  std::shared_ptr<const PreparedShape> inner_;
};

} // namespace

Prepared prepare_ragged(const RaggedShape& shape) {
  auto inner = prepare(*shape.inner);
  if (!inner) {
    return inner;
  }
  return std::make_shared<PreparedRagged>(shape, std::move(*inner));
}

Result<std::vector<std::int64_t>> ragged_offsets(const RaggedShape& shape, std::span<const Int> parameters,
                                                 std::span<const Table> tables) {
  std::vector<std::int64_t> offsets = shape.fixed;
  if (offsets.empty()) {
    const Int batch = parameters.empty() ? 0 : parameters[0];
    const auto table =
        std::find_if(tables.begin(), tables.end(), [&](const Table& t) { return t.name == shape.offsets; });
    if (table == tables.end()) {
      return fail(ErrorKind::input, fmt::format("the domain needs the table '{}' of row offsets", shape.offsets.name()),
                  "give batch + 1 non-decreasing offsets");
    }
    if (batch < 0 || batch + 1 > static_cast<Int>(table->values.size())) {
      return fail(ErrorKind::input,
                  fmt::format("a batch of {} needs {} offsets, the table '{}' has {}", expr::to_string(batch),
                              expr::to_string(batch + 1), shape.offsets.name(), table->values.size()));
    }
    offsets.assign(table->values.begin(), table->values.begin() + static_cast<std::ptrdiff_t>(batch) + 1);
  }
  for (std::size_t b = 0; b < offsets.size(); ++b) {
    if (offsets[b] < -most_coordinate / 2 || offsets[b] > most_coordinate / 2) {
      return tl::unexpected<Error>(beyond_range(fmt::format("offset {}", b)));
    }
    if (b > 0 && offsets[b] < offsets[b - 1]) {
      return fail(ErrorKind::input, fmt::format("the row offsets decrease at entry {}", b));
    }
  }
  return offsets;
}

} // namespace mapwright::domain
