// What plans and avenues look like as JSON: for reading archives and for asking models.
#pragma once

#include <cstddef>
#include <cstdint>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

/// Who wrote the JSON.
enum class SchemaUse : std::uint8_t {
  archive, ///< we did: members of other names are ignored, so that newer archives can be read
  question ///< a model will: exactly these members
};

/// Of one plan; of one avenue.
nlohmann::json plan_schema(SchemaUse use);
nlohmann::json avenue_schema(SchemaUse use);
/// Of a design. In a question exactly `avenues` avenues and `plans` plans, and no choice: that is not the model's.
nlohmann::json design_schema(SchemaUse use, std::size_t avenues, std::size_t plans);

} // namespace mapwright::kernel::scientist
