import type { Member } from "../../src/core/access/principal.ts";
import { loadForMember } from "../../src/core/conversations/acts/store/load.ts";
import type { ConversationView } from "../../src/core/conversations/read/projection/present.ts";
import { presentTo } from "../../src/core/conversations/read/projection/present_to.ts";
import { queryCall } from "../../src/core/pipeline/query_call.ts";
import { entityTag } from "../../src/rest/entity_tag.ts";
import { minimalOf } from "../../src/rest/strict.ts";
import { WRITTEN } from "../../src/tools/results/written.ts";
import type { Actor } from "../core/core_harness.ts";
import { claim } from "./claim.ts";
import type { World } from "./world.ts";

/** An agent that may do nothing: each step of its account is its person's. */
const READING_AGENT = {
  kind: "agent",
  scopes: ["conversations:read"],
} as const;

/**
 * Checks that a wire that shows how a conversation stands is given in brief what it would
 * take of the whole, by the person of an account and by an agent of theirs.
 */
export async function checkBrief(
  world: World,
  { principal }: Actor,
  conversationId: string,
): Promise<void> {
  for (const by of [principal, { ...principal, ...READING_AGENT }]) {
    const whole = await seen(world, by, { conversationId, isBrief: false });
    const brief = await seen(world, by, { conversationId, isBrief: true });
    const [wanted, given] = [whole, brief].map((view) => shownOf(world, view));
    claim(given === wanted, `in brief ${given} is ${wanted}`);
    const { messages, participants, artifacts } = brief;
    const held = messages.length + participants.length + artifacts.length;
    claim(held === 0, "nothing that is in it is shown in brief");
  }
}

async function seen(
  { core: { services } }: World,
  principal: Member,
  asked: { readonly conversationId: string; readonly isBrief: boolean },
): Promise<ConversationView> {
  const { conversationId, isBrief } = asked;
  const caller = { principal, isBrief, via: "mcp", requestId: "test" } as const;
  const call = queryCall(services, caller);
  const { conversation, viewerState } = await loadForMember(
    call,
    conversationId,
  );
  return await presentTo(call, conversation, viewerState);
}

/** The short answer to an act over MCP, and over REST with `return=minimal`. */
function shownOf({ core: { services } }: World, view: ConversationView) {
  const { payment, links, labels, snoozedUntil } = view;
  const reader = { viewerId: "", settings: services.settings, input: {} };
  return JSON.stringify([
    WRITTEN.make({ conversation: view }, reader),
    WRITTEN.make({ conversation: view, waiting: "It waits." }, reader),
    minimalOf({ conversation: view, payment }),
    entityTag({ conversation: view }, "en"),
    { payment, self: links.self, labels, snoozedUntil },
  ]);
}
