#include "kernel/rewrite/parse.hpp"

#include "kernel/rewrite/headers.hpp"
#include "kernel/rewrite/libclang.hpp"
#include "kernel/rewrite/reader.hpp"
#include "kernel/rewrite/scan.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

namespace fs = std::filesystem;

/// clang's own headers; they come in a package of their own.
Result<fs::path> resource_folder() {
  for (const char* folder : {"/usr/lib/llvm-14/lib/clang/14.0.6", "/usr/lib/clang/14",
                             "/usr/lib/llvm-15/lib/clang/15.0.6", "/usr/lib/clang/15"}) {
    std::error_code ignored;
    if (fs::exists(fs::path(folder) / "include/opencl-c-base.h", ignored)) {
      return fs::path(folder);
    }
  }
  return fail(ErrorKind::machine, "the headers of libclang are not installed: kernels cannot be rewritten",
              "apt install libclang-common-14-dev");
}

bool write_header(const char* name, std::string_view text) {
  return static_cast<bool>((std::ofstream(name, std::ios::binary) << text).flush());
}

constexpr const char* gpu_header_name = "mapwright_gpu.h";

/// How the compiler is to be called, without the file.
std::vector<std::string> arguments_for(Backend backend, const fs::path& resources, const Tuning& tuning) {
  std::vector<std::string> arguments;
  switch (backend) {
  case Backend::cpp:
    arguments = {"-x", "c++", "-std=c++20", "-D_OPENMP=201511", "-I.", "-resource-dir", resources.string()};
    break;
  case Backend::opencl:
    arguments = {"-x",           "cl",
                 "-target",      "spir64",
                 "-isystem",     (resources / "include").string(),
                 "-Xclang",      "-finclude-default-header",
                 "-Xclang",      "-fdeclare-opencl-builtins",
                 "-cl-std=CL1.2"};
    break;
  case Backend::cuda:
  case Backend::hip:
    arguments = {"-x",  "c++",      "-std=c++17",    "-nostdinc",
                 "-I.", "-include", gpu_header_name, backend == Backend::hip ? "-D__HIPCC__" : "-D__CUDACC__"};
    break;
  }
  for (std::string& macro : macros(tuning)) {
    arguments.push_back(std::move(macro));
  }
  return arguments;
}

std::vector<Pragma> find_pragmas(const std::string& text) {
  std::vector<Pragma> result;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = skip_blanks(text, at);
    std::size_t end = begin;
    do {
      end = std::min(text.find('\n', std::min(end + 1, text.size())), text.size());
    } while (end < text.size() && text[end - 1] == '\\');
    if (begin < text.size() && text[begin] == '#') {
      std::string line = text.substr(begin + 1, end - begin - 1);
      for (char& c : line) {
        c = c == '\\' || c == '\n' ? ' ' : c;
      }
      line = squeezed(line);
      constexpr std::string_view word = "pragma ";
      if (line.starts_with(word)) {
        result.push_back({{begin, end}, line.substr(word.size())});
      }
    }
    at = std::max(end, begin) + 1;
  }
  return result;
}

/// The first error; empty when there is none.
std::string first_error(const Libclang& api, CXTranslationUnit unit) {
  std::string result;
  for (unsigned i = 0; i < api.getNumDiagnostics(unit) && result.empty(); ++i) {
    const CXDiagnostic diagnostic = api.getDiagnostic(unit, i);
    if (api.getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      const CXString text =
          api.formatDiagnostic(diagnostic, CXDiagnostic_DisplaySourceLocation | CXDiagnostic_DisplayColumn);
      result = api.getCString(text);
      api.disposeString(text);
    }
    api.disposeDiagnostic(diagnostic);
  }
  return result;
}

} // namespace

Result<Source> parse(Backend backend, std::string text, const Tuning& tuning) {
  const Result<Libclang>& api = libclang();
  if (!api) {
    return forward(api);
  }
  const Result<fs::path> resources = resource_folder();
  if (!resources) {
    return forward(resources);
  }
  if (!write_header("omp.h", omp_header()) || !write_header(gpu_header_name, gpu_header())) {
    return fail(ErrorKind::machine, "cannot write headers into the working directory");
  }
  Source source{.backend = backend, .text = std::move(text), .pragmas = {}};
  source.pragmas = find_pragmas(source.text);
  const std::vector<std::string> arguments = arguments_for(backend, *resources, tuning);
  std::vector<const char*> words;
  for (const std::string& argument : arguments) {
    words.push_back(argument.c_str());
  }
  const std::string file = fmt::format("kernel{}", extension(backend));
  CXUnsavedFile content{file.c_str(), source.text.c_str(), source.text.size()};
  const std::shared_ptr<void> index(api->createIndex(0, 0), api->disposeIndex);
  CXTranslationUnit unit = nullptr;
  const CXErrorCode code =
      api->parseTranslationUnit2(index.get(), file.c_str(), words.data(), static_cast<int>(words.size()), &content, 1,
                                 CXTranslationUnit_KeepGoing, &unit);
  if (code != CXError_Success) {
    return fail(ErrorKind::answer_no, fmt::format("libclang gave up (error {})", static_cast<int>(code)));
  }
  const std::unique_ptr<CXTranslationUnitImpl, decltype(api->disposeTranslationUnit)> owner(
      unit, api->disposeTranslationUnit);
  if (std::string error = first_error(*api, unit); !error.empty()) {
    return fail(ErrorKind::answer_no, std::move(error));
  }
  Reader(*api, source).read_declarations(api->getTranslationUnitCursor(unit));
  return source;
}

} // namespace mapwright::kernel::rewrite
