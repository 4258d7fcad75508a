// Rows going in and coming out, with the checksum in the last column. All throw SQLite::Exception.
#pragma once

#include "archive/checksum.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <nlohmann/json.hpp>

namespace mapwright::archive {

/// The text that stands for a JSON value in a column. Bytes that are no UTF-8 become U+FFFD, numbers that are not
/// finite become null.
std::string json_text(const nlohmann::json& value);

/// A prepared INSERT of whole rows of one table.
class Insert {
public:
  /// `columns` counts all columns, the checksum too.
  Insert(SQLite::Database& database, const std::string& table, int columns);

  /// Inserts one row: the values of all columns but the checksum, in order.
  template <class... Values> void operator()(const Values&... values) {
    begin();
    (bind(values), ...);
    end();
  }

private:
  void begin();
  void bind(std::uint64_t value);
  void bind(double value);
  void bind(const std::string& value);
  void bind(const std::vector<double>& value);
  void bind(const nlohmann::json& value);
  template <class T> void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      bind_null();
    }
  }
  void bind_null();
  void end();

  SQLite::Statement statement_;
  Checksum checksum_;
  int column_ = 0;
};

/// Reads the columns of one table from the current row of a statement, from left to right.
class Row {
public:
  /// `first` is the number of the table's first column in the result.
  explicit Row(const SQLite::Statement& statement, int first = 0) : statement_(statement), column_(first) {}

  /// Whether the next column is NULL; reads nothing.
  [[nodiscard]] bool next_is_null() const;

  std::uint64_t integer();
  double real();
  std::string text();
  nlohmann::json json();
  std::vector<double> reals();
  std::optional<std::uint64_t> optional_integer();
  std::optional<double> optional_real();
  void null();

  /// Reads the checksum. Throws SQLITE_CORRUPT when it is not that of the columns read.
  void check();

private:
  const SQLite::Statement& statement_;
  Checksum checksum_;
  int column_;
};

/// Reads all columns of the current row, whatever their types, and checks the last one.
void check_whole_row(const SQLite::Statement& statement);

/// Throws SQLite::Exception of SQLITE_CORRUPT.
[[noreturn]] void throw_corrupt(const std::string& what);

} // namespace mapwright::archive
