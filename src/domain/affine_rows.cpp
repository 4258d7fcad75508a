#include "domain/affine_rows.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr unsigned long operation_limit = 4'000'000;

tl::unexpected<Error> too_complicated() {
  return fail(ErrorKind::input, "the set is too complicated: its analysis exceeds the limit of operations",
              "write it with fewer alternatives or existential variables");
}

/// Reads coefficients, noting the first that is not a supported integer.
class Reader {
public:
  explicit Reader(const IslContext& context) : context_(context) {}

  std::int64_t integer(IslVal value, std::int64_t scale = 1, std::int64_t most = most_coefficient) {
    if (scale != 1) {
      value = IslVal(isl_val_mul(value.release(), isl_val_int_from_si(context_.get(), scale)));
    }
    if (!value) {
      failed_ = true;
      return 0;
    }
    if (isl_val_is_int(value.get()) != isl_bool_true || isl_val_cmp_si(value.get(), most) > 0 ||
        isl_val_cmp_si(value.get(), -most) < 0) {
      oversized_ = oversized_.empty() ? take_text(isl_val_to_str(value.get())) : oversized_;
      return 0;
    }
    return isl_val_get_num_si(value.get());
  }

  AffineRow row(const IslMat& matrix, int index, int parameters, int dimensions, int divisions) {
    AffineRow row;
    int column = 0;
    const auto next = [&](std::int64_t most = most_coefficient) {
      return integer(IslVal(isl_mat_get_element_val(matrix.get(), index, column++)), 1, most);
    };
    row.constant = next(most_constant);
    for (int i = 0; i < parameters; ++i) {
      row.parameters.push_back(next());
    }
    for (int i = 0; i < dimensions; ++i) {
      row.dimensions.push_back(next());
    }
    for (int i = 0; i < divisions; ++i) {
      row.divisions.push_back(next());
    }
    return row;
  }

  AffineDivision division(const IslAff& aff, int parameters, int dimensions, int index) {
    AffineDivision result;
    result.denominator = integer(IslVal(isl_aff_get_denominator_val(aff.get())));
    const auto coefficient = [&](isl_dim_type type, int position) {
      return integer(IslVal(isl_aff_get_coefficient_val(aff.get(), type, position)), result.denominator);
    };
    result.numerator.constant = integer(IslVal(isl_aff_get_constant_val(aff.get())), result.denominator, most_constant);
    for (int i = 0; i < parameters; ++i) {
      result.numerator.parameters.push_back(coefficient(isl_dim_param, i));
    }
    for (int i = 0; i < dimensions; ++i) {
      result.numerator.dimensions.push_back(coefficient(isl_dim_in, i));
    }
    for (int i = 0; i < index; ++i) {
      result.numerator.divisions.push_back(coefficient(isl_dim_div, i));
    }
    return result;
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const std::string& oversized() const { return oversized_; }

private:
  const IslContext& context_;
  bool failed_ = false;
  std::string oversized_;
};

void read_rows(Reader& reader, const IslMat& matrix, int parameters, int dimensions, int divisions,
               std::vector<AffineRow>& rows) {
  const int count = isl_mat_rows(matrix.get());
  for (int i = 0; i < count; ++i) {
    rows.push_back(reader.row(matrix, i, parameters, dimensions, divisions));
  }
}

IslMat equalities(const IslBasicSet& set) {
  return IslMat(isl_basic_set_equalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

IslMat inequalities(const IslBasicSet& set) {
  return IslMat(isl_basic_set_inequalities_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div));
}

/// An equality as two inequalities, so that a hull has only these.
void append_both_ways(const std::vector<AffineRow>& rows, std::vector<AffineRow>& out) {
  for (AffineRow row : rows) {
    out.push_back(row);
    row.constant = -row.constant;
    for (auto* part : {&row.parameters, &row.dimensions, &row.divisions}) {
      for (std::int64_t& coefficient : *part) {
        coefficient = -coefficient;
      }
    }
    out.push_back(std::move(row));
  }
}

/// Largest absolute value of a row when parameters and dimensions are within most_coordinate.
long double magnitude(const AffineRow& row, const std::vector<long double>& divisions) {
  const auto absolute = [](std::int64_t v) { return std::fabs(static_cast<long double>(v)); };
  long double sum = absolute(row.constant);
  for (const std::int64_t c : row.parameters) {
    sum += absolute(c) * static_cast<long double>(most_coordinate);
  }
  for (const std::int64_t c : row.dimensions) {
    sum += absolute(c) * static_cast<long double>(most_coordinate);
  }
  for (std::size_t i = 0; i < row.divisions.size(); ++i) {
    sum += absolute(row.divisions[i]) * divisions[i];
  }
  return sum;
}

bool fits(const AffinePiece& piece) {
  constexpr long double most = 0x1p125L; // leaves room for one addition in Int
  std::vector<long double> divisions;
  for (const AffineDivision& division : piece.divisions) {
    const long double numerator = magnitude(division.numerator, divisions);
    if (numerator > most) {
      return false;
    }
    divisions.push_back(numerator / static_cast<long double>(division.denominator) + 1);
  }
  for (const auto* rows : {&piece.equalities, &piece.inequalities}) {
    for (const AffineRow& row : *rows) {
      if (magnitude(row, divisions) > most) {
        return false;
      }
    }
  }
  return true;
}

Result<AffinePiece> read_piece(const IslContext& context, const IslBasicSet& set) {
  const IslLocalSpace space(isl_basic_set_get_local_space(set.get()));
  const int parameters = isl_local_space_dim(space.get(), isl_dim_param);
  const int dimensions = isl_local_space_dim(space.get(), isl_dim_set);
  const int divisions = isl_local_space_dim(space.get(), isl_dim_div);
  if (parameters < 0 || dimensions < 0 || divisions < 0) {
    return too_complicated();
  }
  if (divisions > most_divisions) {
    return fail(ErrorKind::input,
                fmt::format("the set needs {} floor divisions in one piece, at most {} are supported", divisions,
                            most_divisions),
                "write it with fewer existential variables");
  }
  Reader reader(context);
  AffinePiece piece;
  for (int i = 0; i < divisions; ++i) {
    piece.divisions.push_back(
        reader.division(IslAff(isl_local_space_get_div(space.get(), i)), parameters, dimensions, i));
  }
  read_rows(reader, equalities(set), parameters, dimensions, divisions, piece.equalities);
  read_rows(reader, inequalities(set), parameters, dimensions, divisions, piece.inequalities);
  if (divisions > 0) {
    const IslBasicSet hull(isl_basic_set_remove_divs(set.copy()));
    std::vector<AffineRow> equal;
    read_rows(reader, equalities(hull), parameters, dimensions, 0, equal);
    read_rows(reader, inequalities(hull), parameters, dimensions, 0, piece.hull);
    append_both_ways(equal, piece.hull);
  }
  if (!reader.oversized().empty()) {
    return fail(
        ErrorKind::input,
        fmt::format("the coefficient or constant {} is beyond what is supported: at most {} for a coefficient and "
                    "2^62 for a constant, in absolute value",
                    reader.oversized(), most_coefficient),
        "large sizes belong into parameters");
  }
  if (reader.failed() || isl_ctx_last_error(context.get()) != isl_error_none) {
    return too_complicated();
  }
  if (!fits(piece)) {
    return fail(ErrorKind::input, "the coefficients of nested floor divisions are beyond what is supported",
                "their products must stay below 2^63");
  }
  return piece;
}

struct Walk {
  const IslContext* context;
  std::vector<AffinePiece>* pieces;
  std::optional<Error> error;
};

isl_stat visit_piece(isl_basic_set* set, void* user) {
  auto& walk = *static_cast<Walk*>(user);
  auto piece = read_piece(*walk.context, IslBasicSet(set));
  if (!piece) {
    walk.error = piece.error();
    return isl_stat_error;
  }
  walk.pieces->push_back(std::move(*piece));
  return isl_stat_ok;
}

Result<std::vector<AffinePiece>> read_pieces(const IslContext& context, const IslSet& set) {
  if (!set) {
    return too_complicated();
  }
  if (isl_set_n_basic_set(set.get()) > most_pieces) {
    return fail(ErrorKind::input, fmt::format("the set is a union of {} pieces, at most {} are supported",
                                              isl_set_n_basic_set(set.get()), most_pieces));
  }
  std::vector<AffinePiece> pieces;
  Walk walk{&context, &pieces, std::nullopt};
  if (isl_set_foreach_basic_set(set.get(), visit_piece, &walk) != isl_stat_ok) {
    return walk.error ? tl::unexpected<Error>(*walk.error) : too_complicated();
  }
  return pieces;
}

} // namespace

Result<AffineRows> extract_rows(const IslContext& context, const IslSet& set) {
  if (!set) {
    return too_complicated();
  }
  AffineRows rows;
  rows.parameters = static_cast<std::size_t>(isl_set_dim(set.get(), isl_dim_param));
  const int dimensions = isl_set_dim(set.get(), isl_dim_set);
  for (int k = 0; k < dimensions; ++k) {
    const int dropped = dimensions - 1 - k;
    IslSet level(
        isl_set_project_out(set.copy(), isl_dim_set, static_cast<unsigned>(k + 1), static_cast<unsigned>(dropped)));
    level = coalesced(IslSet(isl_set_compute_divs(level.release())));
    // Coalescing may leave divisions without a definition.
    level = IslSet(isl_set_compute_divs(level.release()));
    auto pieces = read_pieces(context, level);
    if (!pieces) {
      return forward(pieces);
    }
    rows.levels.push_back(std::move(*pieces));
  }
  return rows;
}

Result<AffineRows> extract_rows(const std::string& set) {
  const IslContext context(operation_limit);
  const IslSet parsed(isl_set_read_from_str(context.get(), set.c_str()));
  if (!parsed) {
    return fail(ErrorKind::input, "isl cannot read the set '" + set + "'");
  }
  return extract_rows(context, parsed);
}

} // namespace mapwright::domain
