// Emission of maps as source text, one dialect per file behind one factory.
#pragma once

#include "core/error.hpp"
#include "domain/map.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::emit {

/// What one emitted file contains and says about itself.
struct Unit {
  const domain::Map* map = nullptr;  ///< not owned
  std::string identifier;            ///< base name of namespace and functions, a valid C identifier, e.g. "triangle"
  domain::WordRange range32;         ///< certified sizes of the 32-bit variant
  domain::WordRange range64;         ///< certified sizes of the 64-bit variant
  std::string certificate_hash;      ///< of the certificate the text belongs to
  bool proved = true;                ///< false: the text is marked UNPROVED in its first lines and at every function
  std::string status;                ///< e.g. "proved (polynomial telescoping)"
  std::vector<std::string> formulas; ///< written into the header comment
  bool with_64 = true;               ///< emit the 64-bit variant
  bool with_32 = true;               ///< emit the 32-bit variant
  bool with_launch = true;           ///< launch-limit splitting helpers
};

/// Whether the text of the unit has the variant in words of 32 or 64 bits: it is asked for, some size fits, and so do
/// all entries of fixed tables.
bool has_variant(const Unit& unit, int bits);

/// A target language.
class Dialect {
public:
  Dialect() = default;
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;
  virtual ~Dialect() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;      ///< as in `--lang`: "cpp"
  [[nodiscard]] virtual std::string_view extension() const = 0; ///< ".hpp"
  [[nodiscard]] virtual Result<std::string> emit(const Unit& unit) const = 0;
};

/// The names `make_dialect` accepts, in order.
std::vector<std::string_view> dialect_names();

/// The dialect of that name; an input error that lists the names otherwise.
Result<std::unique_ptr<Dialect>> make_dialect(std::string_view name);

} // namespace mapwright::emit
