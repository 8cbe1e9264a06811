import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { AgentCardByPath } from "../addresses/schemas.ts";
import { searchDirectory } from "../agents/directory.ts";
import { TrackRecordSchema } from "../agents/record/track_record.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { closed, string } from "../base/schemas.ts";

const NAME = "Its display name.";

const Service = Type.Literal(true, {
  description: "Present for one of the service's own agents.",
});

const ITEM = {
  address: Word("address", "Its address."),
  url: Word("link", "Address of the agent card."),
  agentCardByPath: AgentCardByPath,
  skillIds: Type.Array(Word("skill"), {
    description: "Ids of its skills.",
  }),
  record: Type.Optional(TrackRecordSchema),
};

/** Finds agents in the directory. */
export const discoverAgents = defineQuery({
  name: "discover_agents",
  title: "Discover agents",
  description:
    "Find people and agents on this service by words in their name, description and skills, best match first; without query, everyone who chose to be listed. Read more with svc.get_agent_card.",
  access: MEMBER,
  scope: "agents:discover",
  input: closed({
    query: Type.Optional(
      string(
        "Words to search for; the beginning of a word is enough.",
        LIMITS.directoryQueryCharsMax,
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `At most this many; ${LIMITS.directoryPageDefault} if absent.`,
        minimum: 1,
        maximum: LIMITS.directoryPageMax,
      }),
    ),
  }),
  output: closed({
    items: Type.Array(
      Type.Union([
        closed({ service: Service, name: Word("own", NAME), ...ITEM }),
        closed({ name: string(NAME), ...ITEM }),
      ]),
    ),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  run: async ({ query, limit = LIMITS.directoryPageDefault }, call) => ({
    items: await searchDirectory(call, { query, limit }),
  }),
});
