#include "cli/emission.hpp"

#include "emit/names.hpp"
#include "expr/text.hpp"
#include "index_map/emission_unit.hpp"
#include "report/derive_report.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

Result<void> check(const EmitOptions& options) {
  if (options.bits != "32" && options.bits != "64" && options.bits != "both") {
    return fail(ErrorKind::input, fmt::format("there is no word size '{}'", options.bits),
                "choose one of: 32, 64, both");
  }
  if (!options.name.empty() && (!expr::is_name(options.name) || emit::is_reserved(options.name))) {
    return fail(ErrorKind::input, fmt::format("'{}' cannot name a function", options.name),
                "use letters, digits and '_', beginning with a letter, and no word of the language");
  }
  return {};
}

Result<void> check_sizes(const EmitOptions& options, const index_map::Certificate& certificate,
                         const std::vector<std::optional<expr::Int>>& sizes) {
  const domain::WordRange& range = options.bits == "32" ? certificate.range32 : certificate.range64;
  for (std::size_t i = 0; i < sizes.size() && !range.empty; ++i) {
    const expr::Int most = range.at_most.at(i);
    if (sizes[i] && (*sizes[i] < 0 || *sizes[i] > most)) {
      return fail(ErrorKind::input,
                  fmt::format("{0} = {1} is beyond the certified range of {2}-bit words: {0} <= {3}",
                              certificate.parameters[i].name(), expr::to_string(*sizes[i]), range.bits,
                              expr::to_string(most)),
                  options.bits == "32" ? "try --bits 64" : "use a smaller size");
    }
  }
  return {};
}

std::string identifier_of(const EmitOptions& options, const domain::Domain& domain) {
  if (!options.name.empty()) {
    return options.name;
  }
  return index_map::identifier_of(domain);
}

Result<std::string> emit_source(const emit::Dialect& dialect, const index_map::Certified& certified,
                                const EmitOptions& options) {
  const index_map::Certificate& certificate = certified.certificate;
  const bool proved = certificate.status == index_map::Status::proved;
  if (!proved && !options.allow_unproved) {
    return fail(ErrorKind::answer_no, fmt::format("the map is not emitted: {}", index_map::status_text(certificate)),
                "--allow-unproved emits it with a warning in its first lines");
  }
  emit::Unit unit = index_map::emission_unit(certified);
  unit.identifier = identifier_of(options, certified.derived.map.domain);
  unit.with_32 = unit.with_32 && options.bits != "64";
  unit.with_64 = unit.with_64 && options.bits != "32";
  if (!unit.with_32 && !unit.with_64) {
    return fail(ErrorKind::answer_no,
                fmt::format("no useful size of this map fits words of {} bits",
                            options.bits == "both" ? "32 or 64" : options.bits),
                options.bits == "32" ? "try --bits 64" : "fix the sizes with --param");
  }
  return dialect.emit(unit);
}

} // namespace mapwright::cli
