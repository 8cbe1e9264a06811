import type { CommandCall } from "../../../../access/context.ts";
import { statementOf } from "../../../../db/statement.ts";
import { canRead } from "../../../model/audience.ts";
import type { Conversation, Participant } from "../../../model/model.ts";
import { HiddenFrom } from "../../../model/tally.ts";
import { hiddenWrites } from "../content_writes.ts";
import { pageStore } from "./page_store.ts";

/**
 * Adds a participant after the beginning. Of the earlier messages it reads those that
 * everybody reads: their count and the ranges hidden from it are written in this commit.
 */
export async function addLateReader(
  call: CommandCall,
  conversation: Conversation,
  joining: Participant,
): Promise<Conversation> {
  const { id, tally, participants } = conversation;
  const { position } = joining;
  const special = await pageStore(call.db).special(id);
  const hidden = new HiddenFrom(position);
  const stretches = new Map<number, ReturnType<HiddenFrom["next"]>>();
  const kept = new Set(tally.kept);
  let [readable, last] = [0, 0];
  for (let seq = 1; seq <= tally.count; seq++) {
    const { audience, hasFiles } = special.get(seq) ?? PLAIN;
    const stretch = hidden.next({ seq, audience });
    if (stretch) stretches.set(stretch.first, stretch);
    if (!canRead({ audience }, position)) continue;
    if (hasFiles && seq > 1) kept.add(seq);
    [readable, last] = [readable + 1, seq];
  }
  const { hide } = hiddenWrites(call.db);
  for (const it of stretches.values()) {
    call.write(statementOf(hide, { ...it, conversationId: id }));
  }
  const seen = [...tally.seen];
  seen[position] = { readable, last, other: last };
  const counted = { ...tally, kept: [...kept].sort((a, b) => a - b), seen };
  return {
    ...conversation,
    participants: [...participants, joining],
    tally: counted,
  };
}

const PLAIN = { audience: null, hasFiles: false };
