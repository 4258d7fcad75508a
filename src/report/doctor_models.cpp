#include "report/doctor_models.hpp"

#include "llm/model_choice.hpp"
#include "sandbox/file_descriptor.hpp"

#include <array>
#include <cstdint>
#include <utility>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace mapwright::report {

namespace {

/// Whether somebody accepts connections; on this machine that is known at once.
bool listens(std::uint16_t port) {
  const sandbox::FileDescriptor connection(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connection.valid() &&
         connect(connection.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

constexpr std::array<std::pair<std::uint16_t, const char*>, 3> usual_ports{
    {{11434, "Ollama"}, {8080, "llama.cpp"}, {8000, "vLLM"}}};

} // namespace

std::vector<ModelAccess> find_model_access() {
  std::vector<ModelAccess> found;
  const llm::Environment environment = llm::process_environment();
  if (const auto model = environment("MAPWRIGHT_MODEL")) {
    found.push_back(
        {"MAPWRIGHT_MODEL", fmt::format("{}:{}", environment("MAPWRIGHT_PROVIDER").value_or("openai"), *model)});
  }
  for (const char* key : {"OPENAI_API_KEY", "ANTHROPIC_API_KEY"}) {
    if (const auto value = environment(key); value && !value->empty()) {
      found.push_back({key, "set"});
    }
  }
  for (const auto& [port, server] : usual_ports) {
    if (listens(port)) {
      found.push_back({fmt::format("http://localhost:{} (the port of {})", port, server), "a server listens"});
    }
  }
  return found;
}

} // namespace mapwright::report
