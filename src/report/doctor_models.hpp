// Which language models could be asked from here.
#pragma once

#include <string>
#include <vector>

namespace mapwright::report {

/// Something that leads to a model.
struct ModelAccess {
  std::string name;  ///< "http://localhost:11434 (Ollama)", "OPENAI_API_KEY", "MAPWRIGHT_MODEL"
  std::string state; ///< "a server listens", "set", "openai:qwen3:8b"; never a key
};

/// The environment's model, keys that are set, and servers that listen at the usual ports of this machine. Nothing is
/// asked or sent.
std::vector<ModelAccess> find_model_access();

} // namespace mapwright::report
