#include "domain/reference.hpp"

#include "domain/affine_rows.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::domain {

std::size_t RunSource::fill(std::span<std::int64_t* const> columns, std::size_t capacity) {
  std::size_t filled = 0;
  while (filled < capacity) {
    if (!has_pending_ && !next(pending_)) {
      break;
    }
    const auto length = static_cast<std::uint64_t>(pending_.last - pending_.first) + 1;
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(length, capacity - filled));
    for (std::size_t d = 0; d + 1 < columns.size(); ++d) {
      std::fill_n(columns[d] + filled, count, pending_.prefix[d]);
    }
    std::iota(columns.back() + filled, columns.back() + filled + count, pending_.first);
    pending_.first += static_cast<std::int64_t>(count);
    has_pending_ = count < length;
    filled += count;
  }
  return filled;
}

std::uint64_t RunSource::skip(std::uint64_t most) {
  std::uint64_t skipped = 0;
  while (skipped < most) {
    if (!has_pending_ && !next(pending_)) {
      break;
    }
    const auto length = static_cast<std::uint64_t>(pending_.last - pending_.first) + 1;
    const std::uint64_t count = std::min(length, most - skipped);
    pending_.first += static_cast<std::int64_t>(count);
    has_pending_ = count < length;
    skipped += count;
  }
  return skipped;
}

Error beyond_range(const std::string& what) {
  return Error{ErrorKind::input, what + " is beyond 2^62, the range of the reference", std::nullopt,
               "use smaller sizes"};
}

Prepared prepare(const Domain& domain) {
  return std::visit(
      [&](const auto& shape) -> Prepared {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, AffineShape>) {
          return prepare_affine(domain, shape);
        } else if constexpr (std::is_same_v<Shape, FractalShape>) {
          return prepare_tiles(as_substitution(shape), domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, SubstitutionShape>) {
          return prepare_tiles(shape, domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, PredicateShape>) {
          return prepare_predicate(domain, shape);
        } else if constexpr (std::is_same_v<Shape, RaggedShape>) {
          return prepare_ragged(shape);
        } else if constexpr (std::is_same_v<Shape, HalvingShape>) {
          return prepare_halving(domain);
        } else if constexpr (std::is_same_v<Shape, CurveShape>) {
          return prepare_curve(domain, shape);
        } else {
          return prepare_pairs(shape);
        }
      },
      domain.shape);
}

Scanner::Scanner(std::shared_ptr<const PreparedShape> shape, std::unique_ptr<RunSource> source, std::size_t dimensions)
    : shape_(std::move(shape)), source_(std::move(source)), dimensions_(dimensions) {}
Scanner::Scanner(Scanner&&) noexcept = default;
Scanner& Scanner::operator=(Scanner&&) noexcept = default;
Scanner::~Scanner() = default;

bool Scanner::next(Run& run) {
  return !source_->error() && source_->next(run);
}

std::size_t Scanner::fill(std::span<std::int64_t* const> columns, std::size_t capacity) {
  return source_->error() ? 0 : source_->fill(columns, capacity);
}

std::uint64_t Scanner::skip(std::uint64_t most) {
  return source_->error() ? 0 : source_->skip(most);
}

const std::optional<Error>& Scanner::error() const {
  return source_->error();
}

Result<Reference> Reference::make(const Domain& domain) {
  if (domain.dimensions.empty()) {
    return fail(ErrorKind::input, "the domain has no dimensions");
  }
  auto shape = prepare(domain);
  if (!shape) {
    return forward(shape);
  }
  return Reference(std::move(*shape), domain.parameters.size(), domain.dimensions.size());
}

namespace {

Result<Opening> open_with(std::size_t expected, std::span<const Int> parameters, std::span<const Table> tables,
                          const ScanOptions& options) {
  if (parameters.size() != expected) {
    return fail(ErrorKind::input, fmt::format("the domain has {} parameter{}, {} given", expected,
                                              expected == 1 ? "" : "s", parameters.size()));
  }
  for (const Int value : parameters) {
    if (value > most_coordinate || value < -most_coordinate) {
      return tl::unexpected<Error>(beyond_range("the size " + expr::to_string(value)));
    }
  }
  Opening opening;
  opening.parameters = parameters;
  opening.tables = tables;
  if (options.first_coordinate) {
    opening.first_low = options.first_coordinate->first;
    opening.first_high = options.first_coordinate->second;
  }
  constexpr std::uint64_t factor = 16;
  opening.steps = options.budget > ~std::uint64_t{0} / factor ? ~std::uint64_t{0} : options.budget * factor;
  return opening;
}

tl::unexpected<Error> over_budget(std::uint64_t budget) {
  return fail(ErrorKind::input, fmt::format("the scan would exceed its budget of {} points", budget),
              "use smaller sizes or a larger budget");
}

} // namespace

Result<bool> Reference::contains(std::span<const Int> parameters, std::span<const Int> point,
                                 std::span<const Table> tables) const {
  const auto opening = open_with(parameters_, parameters, tables, {});
  if (!opening) {
    return forward(opening);
  }
  if (point.size() != dimensions_) {
    return fail(ErrorKind::input, fmt::format("a point has {} coordinates, {} given", dimensions_, point.size()));
  }
  for (const Int value : point) {
    if (value > most_coordinate || value < -most_coordinate) {
      return tl::unexpected<Error>(beyond_range("the coordinate " + expr::to_string(value)));
    }
  }
  return shape_->contains(*opening, point);
}

Result<Scanner> Reference::scan(std::span<const Int> parameters, std::span<const Table> tables,
                                const ScanOptions& options) const {
  const auto opening = open_with(parameters_, parameters, tables, options);
  if (!opening) {
    return forward(opening);
  }
  if (!options.count_first) {
    auto source = shape_->open(*opening);
    return source ? Result<Scanner>(Scanner(shape_, std::move(*source), dimensions_)) : forward(source);
  }
  const auto known = shape_->known_count(*opening, static_cast<Int>(options.budget));
  if (!known) {
    return forward(known);
  }
  Int total = known->value_or(0);
  if (!*known) {
    auto source = shape_->open(*opening);
    if (!source) {
      return forward(source);
    }
    Run run;
    while (total <= static_cast<Int>(options.budget) && (*source)->next(run)) {
      total += static_cast<Int>(run.last) - run.first + 1;
    }
    if ((*source)->error()) {
      return tl::unexpected<Error>(*(*source)->error());
    }
  }
  if (total > static_cast<Int>(options.budget)) {
    return over_budget(options.budget);
  }
  auto source = shape_->open(*opening);
  if (!source) {
    return forward(source);
  }
  return Scanner(shape_, std::move(*source), dimensions_);
}

Result<Int> Reference::count(std::span<const Int> parameters, std::span<const Table> tables,
                             const ScanOptions& options) const {
  const auto opening = open_with(parameters_, parameters, tables, options);
  if (!opening) {
    return forward(opening);
  }
  auto source = shape_->open(*opening);
  if (!source) {
    return forward(source);
  }
  Int total = 0;
  std::uint64_t runs = 0;
  Run run;
  while ((*source)->next(run)) {
    if (++runs > options.budget) {
      return over_budget(options.budget);
    }
    total += static_cast<Int>(run.last) - run.first + 1;
  }
  if ((*source)->error()) {
    return tl::unexpected<Error>(*(*source)->error());
  }
  return total;
}

Result<bool> contains(const Domain& domain, std::span<const Int> parameters, std::span<const Int> point,
                      std::span<const Table> tables) {
  const auto reference = Reference::make(domain);
  return reference ? reference->contains(parameters, point, tables) : Result<bool>(forward(reference));
}

Result<Int> count_by_scan(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables,
                          const ScanOptions& options) {
  const auto reference = Reference::make(domain);
  return reference ? reference->count(parameters, tables, options) : Result<Int>(forward(reference));
}

} // namespace mapwright::domain
