#include "archive/row.hpp"

#include <bit>
#include <cstring>

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

namespace mapwright::archive {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are written as they lie in memory");

std::string_view bytes_of(const SQLite::Column& column) {
  const void* data = column.getBlob();
  const auto size = static_cast<std::size_t>(column.getBytes());
  return size == 0 ? std::string_view() : std::string_view(static_cast<const char*>(data), size);
}

int checked_size(std::size_t size) {
  constexpr std::size_t largest = 1'000'000'000; // SQLITE_MAX_LENGTH
  if (size > largest) {
    throw SQLite::Exception("a text of more than 1,000,000,000 bytes", SQLITE_TOOBIG);
  }
  return static_cast<int>(size);
}

std::string insert_sql(const std::string& table, int columns) {
  std::string sql = "INSERT INTO " + table + " VALUES (?";
  for (int i = 1; i < columns; ++i) {
    sql += ", ?";
  }
  return sql + ")";
}

void read_any(const SQLite::Column& column, Checksum& checksum) {
  switch (column.getType()) {
  case SQLITE_INTEGER:
    return checksum.integer(column.getInt64());
  case SQLITE_FLOAT:
    return checksum.real(column.getDouble());
  case SQLITE_TEXT:
    return checksum.text(bytes_of(column));
  case SQLITE_BLOB:
    return checksum.blob(bytes_of(column));
  default:
    return checksum.null();
  }
}

void compare(const Checksum& checksum, const SQLite::Column& stored) {
  if (checksum.value() != stored.getInt64()) {
    throw_corrupt("a row does not have the checksum of its contents");
  }
}

} // namespace

std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Insert::Insert(SQLite::Database& database, const std::string& table, int columns)
    : statement_(database, insert_sql(table, columns)) {}

void Insert::begin() {
  statement_.tryReset(); // also after an error, which a plain reset would throw again
  checksum_ = {};
  column_ = 0;
}

void Insert::bind(std::uint64_t value) {
  checksum_.integer(static_cast<std::int64_t>(value));
  statement_.bind(++column_, static_cast<std::int64_t>(value));
}

void Insert::bind(double value) {
  checksum_.real(value);
  statement_.bind(++column_, value);
}

void Insert::bind(const std::string& value) {
  checked_size(value.size());
  checksum_.text(value);
  statement_.bindNoCopy(++column_, value);
}

void Insert::bind(const std::vector<double>& value) {
  const std::string_view bytes(reinterpret_cast<const char*>(value.data()), value.size() * sizeof(double));
  checksum_.blob(bytes);
  // A null pointer would be bound as NULL.
  statement_.bindNoCopy(++column_, value.empty() ? "" : static_cast<const void*>(value.data()),
                        checked_size(bytes.size()));
}

void Insert::bind(const nlohmann::json& value) {
  const std::string text = json_text(value);
  checked_size(text.size());
  checksum_.text(text);
  statement_.bind(++column_, text);
}

void Insert::bind_null() {
  checksum_.null();
  statement_.bind(++column_);
}

void Insert::end() {
  statement_.bind(++column_, checksum_.value());
  statement_.exec();
  statement_.tryReset();
}

bool Row::next_is_null() const {
  return statement_.getColumn(column_).isNull();
}

std::uint64_t Row::integer() {
  const std::int64_t value = statement_.getColumn(column_++).getInt64();
  checksum_.integer(value);
  return static_cast<std::uint64_t>(value);
}

double Row::real() {
  const double value = statement_.getColumn(column_++).getDouble();
  checksum_.real(value);
  return value;
}

std::string Row::text() {
  std::string value(bytes_of(statement_.getColumn(column_++)));
  checksum_.text(value);
  return value;
}

nlohmann::json Row::json() {
  nlohmann::json value = nlohmann::json::parse(text(), nullptr, false);
  if (value.is_discarded()) {
    throw_corrupt("a column that holds JSON holds something else");
  }
  return value;
}

std::vector<double> Row::reals() {
  const SQLite::Column column = statement_.getColumn(column_++);
  const std::string_view bytes = bytes_of(column);
  checksum_.blob(bytes);
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) {
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  }
  return values;
}

std::optional<std::uint64_t> Row::optional_integer() {
  if (next_is_null()) {
    null();
    return std::nullopt;
  }
  return integer();
}

std::optional<double> Row::optional_real() {
  if (next_is_null()) {
    null();
    return std::nullopt;
  }
  return real();
}

void Row::null() {
  ++column_;
  checksum_.null();
}

void Row::check() {
  compare(checksum_, statement_.getColumn(column_++));
}

void check_whole_row(const SQLite::Statement& statement) {
  Checksum checksum;
  const int last = statement.getColumnCount() - 1;
  for (int column = 0; column < last; ++column) {
    read_any(statement.getColumn(column), checksum);
  }
  compare(checksum, statement.getColumn(last));
}

void throw_corrupt(const std::string& what) {
  throw SQLite::Exception(what, SQLITE_CORRUPT);
}

} // namespace mapwright::archive
