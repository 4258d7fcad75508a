#include "sandbox/compile.hpp"

#include "sandbox/run.hpp"

#include <fstream>

#include <fmt/format.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;

bool is_plain_name(const std::string& name) {
  return !name.empty() && name.front() != '.' && name.front() != '-' && name.find('/') == std::string::npos;
}

} // namespace

Result<Compiled> compile_cxx(const Compilation& compilation, const Policy& policy, const std::stop_token& stop) {
  if (policy.scratch.empty() || !is_plain_name(compilation.name)) {
    return fail(ErrorKind::input, "a compilation needs a scratch directory and a plain file name");
  }
  const fs::path source = policy.scratch / (compilation.name + ".cpp");
  const bool shared = compilation.binary == Binary::shared_object;
  const fs::path binary = policy.scratch / (shared ? compilation.name + ".so" : compilation.name);
  // What an earlier run left there, a link to somewhere else perhaps, must be neither followed nor taken for the
  // result.
  std::error_code ignored;
  fs::remove(source, ignored);
  fs::remove(binary, ignored);
  if (!(std::ofstream(source, std::ios::binary) << compilation.source).flush()) {
    return fail(ErrorKind::machine, fmt::format("cannot write {}", source.string()));
  }

  std::vector<std::string> command{compilation.compiler};
  command.insert(command.end(), compilation.flags.begin(), compilation.flags.end());
  if (shared) {
    command.insert(command.end(), {"-shared", "-fPIC"});
  }
  command.insert(command.end(), {"-o", binary.string(), source.string()});
  Result<Outcome> outcome = run(policy, command, {}, stop);
  if (!outcome) {
    return forward(outcome);
  }
  if (stop.stop_requested() && !outcome->succeeded()) {
    return fail(ErrorKind::answer_no, "the compilation was interrupted before it had ended");
  }
  if (outcome->ending == Ending::exited && (outcome->code == 126 || outcome->code == 127)) {
    return fail(ErrorKind::machine, fmt::format("the compiler {} cannot be run", compilation.compiler),
                "apt install g++, or name another compiler");
  }
  Compiled compiled{.diagnostics = outcome->standard_error + outcome->standard_output};
  if (outcome->succeeded() && fs::is_regular_file(fs::symlink_status(binary))) {
    compiled.binary = binary;
  }
  compiled.outcome = std::move(*outcome);
  return compiled;
}

} // namespace mapwright::sandbox
