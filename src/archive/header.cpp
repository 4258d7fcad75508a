#include "archive/header.hpp"

#include "archive/migrate.hpp"
#include "archive/sqlite_error.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

namespace mapwright::archive {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t header_size = 100;
constexpr std::string_view magic("SQLite format 3\0", 16);

struct Header {
  std::array<unsigned char, header_size> bytes{};
  std::uint64_t file_size = 0;

  /// A number of `size` bytes, the most significant first.
  [[nodiscard]] std::uint64_t number(std::size_t offset, std::size_t size) const {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      value = value << 8U | bytes[offset + i];
    }
    return value;
  }
};

/// A file opened by SQLite's own layer over the operating system. Opening and closing it there is safe while this
/// process has the archive open; with open and close, POSIX drops the locks that SQLite holds on the file.
class PlainFile {
public:
  explicit PlainFile(const fs::path& file)
      : name_(sqlite3_create_filename(file.c_str(), "", "", 0, nullptr)), vfs_(sqlite3_vfs_find(nullptr)),
        storage_(new char[static_cast<std::size_t>(vfs_->szOsFile)]()) {
    status_ = vfs_->xOpen(vfs_, name_, handle(), SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, nullptr);
  }
  PlainFile(const PlainFile&) = delete;
  PlainFile& operator=(const PlainFile&) = delete;
  ~PlainFile() {
    if (handle()->pMethods != nullptr) {
      handle()->pMethods->xClose(handle());
    }
    sqlite3_free_filename(name_);
  }

  /// False when the file cannot be read. What lies beyond its end is 0.
  bool read(Header& header) {
    if (status_ != SQLITE_OK) {
      return false;
    }
    sqlite3_int64 size = 0;
    const sqlite3_io_methods& io = *handle()->pMethods;
    if (io.xFileSize(handle(), &size) != SQLITE_OK) {
      return false;
    }
    header.file_size = static_cast<std::uint64_t>(size);
    const int status = io.xRead(handle(), header.bytes.data(), header_size, 0);
    return status == SQLITE_OK || status == SQLITE_IOERR_SHORT_READ;
  }

private:
  sqlite3_file* handle() { return reinterpret_cast<sqlite3_file*>(storage_.get()); }

  const char* name_;
  sqlite3_vfs* vfs_;
  std::unique_ptr<char[]> storage_;
  int status_ = SQLITE_OK;
};

tl::unexpected<Error> foreign(const fs::path& file, const std::string& what) {
  return fail(ErrorKind::input, fmt::format("{} is not an archive of mapwright: {}", file.string(), what),
              "name another file; a new archive is made where there is none");
}

} // namespace

fs::path beside(const fs::path& file, const char* suffix) {
  fs::path other = file;
  other += suffix;
  return other;
}

Log log_of(const fs::path& file) {
  std::error_code absent;
  const std::uintmax_t size = fs::file_size(beside(file, "-wal"), absent);
  return absent || size == 0 ? Log::empty : Log::holds_pages;
}

Result<void> check_header(const fs::path& file, Log log) {
  std::error_code problem;
  const fs::file_status status = fs::status(file, problem);
  if (status.type() == fs::file_type::not_found) {
    return fail(ErrorKind::input, fmt::format("there is no archive {}", file.string()),
                "name an archive that a run has written");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return foreign(file, "it is not a plain file");
  }
  Header header;
  if (access(file.c_str(), R_OK) != 0 || !PlainFile(file).read(header)) {
    return fail(ErrorKind::machine, fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)),
                "ask its owner for the right to read it");
  }
  const auto corrupt = [&](const std::string& what) { return tl::unexpected<Error>(corrupt_error(file, what)); };
  if (header.file_size == 0) {
    return corrupt("it is empty");
  }
  if (std::memcmp(header.bytes.data(), magic.data(), magic.size()) != 0) {
    return foreign(file, "it does not begin as one");
  }
  if (header.file_size < header_size) {
    return corrupt("it ends within its header");
  }
  if (header.number(68, 4) != application_id) {
    return foreign(file, "it is a database of another program");
  }
  const std::uint64_t version = header.number(60, 4);
  const auto known = static_cast<std::uint64_t>(latest_version());
  if (version > known) {
    return tl::unexpected<Error>(newer_error(file, version, known));
  }
  if (version == 0) {
    return corrupt("its version is 0");
  }
  const bool write_ahead = header.number(18, 1) == 2 && header.number(19, 1) == 2;
  const bool utf8 = header.number(56, 4) == 1;
  if (!write_ahead || !utf8) {
    return corrupt("its header is not one that mapwright writes");
  }
  const std::uint64_t page = header.number(16, 2) == 1 ? 65536 : header.number(16, 2);
  const std::uint64_t stated = page * header.number(28, 4);
  if (log == Log::empty && header.file_size < stated) {
    return corrupt(fmt::format("it has {} bytes and should have {}", header.file_size, stated));
  }
  if (fs::exists(beside(file, "-journal"), problem)) {
    return corrupt(
        fmt::format("beside it lies {}, which mapwright does not write", beside(file, "-journal").filename().string()));
  }
  return {};
}

Error newer_error(const fs::path& file, std::uint64_t version, std::uint64_t known) {
  return {
      ErrorKind::input,
      fmt::format("archive {} has version {}; this mapwright knows versions up to {}", file.string(), version, known),
      std::nullopt, fmt::format("use a newer mapwright, one that knows version {}", version)};
}

} // namespace mapwright::archive
