#include "index_map/telescoping/constraints.hpp"

#include <cstdlib>

namespace mapwright::index_map {

using domain::IslBasicSet;
using domain::IslSet;

namespace {

constexpr long largest_coefficient = 1L << 31;

bool read_value(isl_val* value, Int& out) {
  const bool fits = isl_val_is_int(value) == isl_bool_true && isl_val_abs_eq(value, value) == isl_bool_true;
  const long number = isl_val_get_num_si(value);
  isl_val_free(value);
  out = number;
  return fits && std::labs(number) < largest_coefficient;
}

struct Reader {
  std::vector<Constraint> constraints;
  bool fits = true;
};

isl_stat read_constraint(isl_constraint* constraint, void* user) {
  auto& reader = *static_cast<Reader*>(user);
  const auto parameters = static_cast<int>(isl_constraint_dim(constraint, isl_dim_param));
  const auto dimensions = static_cast<int>(isl_constraint_dim(constraint, isl_dim_set));
  Constraint out;
  out.equality = isl_constraint_is_equality(constraint) == isl_bool_true;
  out.form.coefficients.resize(static_cast<std::size_t>(parameters) + static_cast<std::size_t>(dimensions), 0);
  for (int i = 0; i < parameters + dimensions; ++i) {
    const bool is_parameter = i < parameters;
    isl_val* value = isl_constraint_get_coefficient_val(constraint, is_parameter ? isl_dim_param : isl_dim_set,
                                                        is_parameter ? i : i - parameters);
    reader.fits = read_value(value, out.form.coefficients[static_cast<std::size_t>(i)]) && reader.fits;
  }
  reader.fits = read_value(isl_constraint_get_constant_val(constraint), out.form.constant) && reader.fits;
  isl_constraint_free(constraint);
  reader.constraints.push_back(std::move(out));
  return isl_stat_ok;
}

isl_stat collect_basic_set(isl_basic_set* set, void* user) {
  static_cast<std::vector<IslBasicSet>*>(user)->push_back(IslBasicSet(set));
  return isl_stat_ok;
}

} // namespace

Result<std::vector<Constraint>> constraints_of(const IslBasicSet& set) {
  if (isl_basic_set_dim(set.get(), isl_dim_div) > 0) {
    return fail(ErrorKind::input, "a piece of the set keeps an existential variable that could not be lifted",
                "rewrite the set with fewer strides or existential variables");
  }
  Reader reader;
  if (isl_basic_set_foreach_constraint(set.get(), read_constraint, &reader) != isl_stat_ok || !reader.fits) {
    return fail(ErrorKind::input, "a coefficient of the set exceeds 31 bits", "use smaller coefficients");
  }
  return std::move(reader.constraints);
}

IslBasicSet set_of(const std::vector<Constraint>& constraints, isl_space* like) {
  isl_basic_set* set = isl_basic_set_universe(isl_space_copy(like));
  const auto parameters = static_cast<std::size_t>(isl_space_dim(like, isl_dim_param));
  for (const Constraint& constraint : constraints) {
    isl_local_space* local = isl_local_space_from_space(isl_space_copy(like));
    isl_constraint* c =
        constraint.equality ? isl_constraint_alloc_equality(local) : isl_constraint_alloc_inequality(local);
    for (std::size_t v = 0; v < constraint.form.coefficients.size(); ++v) {
      const auto value = static_cast<int>(constraint.form.coefficients[v]);
      if (value != 0) {
        c = isl_constraint_set_coefficient_si(c, v < parameters ? isl_dim_param : isl_dim_set,
                                              static_cast<int>(v < parameters ? v : v - parameters), value);
      }
    }
    isl_val* constant = isl_val_int_from_si(isl_space_get_ctx(like), static_cast<long>(constraint.form.constant));
    c = isl_constraint_set_constant_val(c, constant);
    set = isl_basic_set_add_constraint(set, c);
  }
  return IslBasicSet(set);
}

std::vector<IslBasicSet> basic_sets_of(const IslSet& set) {
  std::vector<IslBasicSet> out;
  isl_set_foreach_basic_set(set.get(), collect_basic_set, &out);
  return out;
}

std::string text_of(const IslSet& set) {
  char* text = isl_set_to_str(set.get());
  std::string out = text != nullptr ? text : "";
  std::free(text); // NOLINT: isl allocates with malloc
  return out;
}

bool is_empty(const IslSet& set) {
  return isl_set_is_empty(set.get()) == isl_bool_true;
}

bool is_subset(const IslSet& inner, const IslSet& outer) {
  return isl_set_is_subset(inner.get(), outer.get()) == isl_bool_true;
}

IslSet intersect(const IslSet& a, const IslSet& b) {
  return IslSet(isl_set_intersect(a.copy(), b.copy()));
}
IslSet subtract(const IslSet& a, const IslSet& b) {
  return IslSet(isl_set_subtract(a.copy(), b.copy()));
}
IslSet unite(const IslSet& a, const IslSet& b) {
  return IslSet(isl_set_union(a.copy(), b.copy()));
}

bool is_equal(const IslSet& a, const IslSet& b) {
  return isl_set_is_equal(a.get(), b.get()) == isl_bool_true;
}
bool is_disjoint(const IslSet& a, const IslSet& b) {
  return isl_set_is_disjoint(a.get(), b.get()) == isl_bool_true;
}

IslSet without_last(const IslSet& set, std::size_t dropped) {
  const auto width = static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set));
  return IslSet(isl_set_project_out(set.copy(), isl_dim_set, width - static_cast<unsigned>(dropped),
                                    static_cast<unsigned>(dropped)));
}

IslSet with_one_more(const IslSet& set) {
  return IslSet(isl_set_add_dims(set.copy(), isl_dim_set, 1));
}

} // namespace mapwright::index_map
