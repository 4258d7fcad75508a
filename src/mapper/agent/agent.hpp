// Language models at the search for a mapper: the six-part agent and OPRO.
//
// The agent works in the manner of generative optimisation: the best mapper so far, whoever found it, stands in six
// parts; each step a model is asked to revise one of them. Bandits learn which part, which level of guidance and which
// model. OPRO ("Large Language Models as Optimizers", 2023) shows a list of whole mappers with their times instead, and
// asks for another. Either way an answer is a mapper that runs, or it is no candidate.
#pragma once

#include "loop/problem.hpp"
#include "mapper/guidance/level.hpp"
#include "mapper/search/searcher.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// How models are asked.
enum class AgentManner : std::uint8_t {
  six_parts, ///< one part of the best mapper is revised
  opro,      ///< a whole mapper is written
};

/// "agent" or "opro": what the search calls it.
std::string_view to_string(AgentManner manner);

struct AgentOptions {
  AgentManner manner = AgentManner::six_parts;
  std::vector<GuidanceLevel> levels{all_guidance_levels.begin(), all_guidance_levels.end()}; ///< at least one
  unsigned repairs = 3;       ///< questions that show a model its errors, for each answer
  std::uint64_t patience = 8; ///< questions in a row without a new mapper after which it ends
};

/// What the agent works on; all of it outlives the agent.
struct AgentScene {
  SearchScene scene;
  SideSimulations& side; ///< what guidance takes
  std::string start;     ///< a mapper that runs: its first proposal where nothing was tried before
};

/// The proposer. Candidates have the form "mapper"; their notes say part, feedback, reason and repairs. REQUIRES: at
/// least one model.
std::unique_ptr<loop::Proposer> make_agent(const AgentScene& scene, std::vector<loop::Model> models,
                                           const AgentOptions& options);

/// The messages that every question begins with: the language, the machine, the program.
std::vector<llm::Message> first_messages(const SearchScene& scene);

/// The form of candidates that are texts, and that of plans. DO NOT CHANGE: they are in archives.
inline constexpr const char* mapper_form = "mapper";
inline constexpr const char* plan_form = "plan";

} // namespace mapwright::mapper
