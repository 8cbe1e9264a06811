import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import { conversationStore } from "../../../src/core/conversations/acts/store/store.ts";
import { recordHilDecision } from "../../../src/core/operations/record_hil_decision.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import type { Stage } from "../core_harness.ts";
import { decide, send, startStage, view } from "../core_harness.ts";
import { clerkOf } from "../operations/gated_replies.ts";

const MORE = 5;

/** The conversation as another process would read it. */
async function readAnew({ services, bob }: Stage, id: string) {
  const store = conversationStore(services.db);
  const row = await store.viewerRow(id, bob.accountId);
  if (!row) throw new Error("Expected a viewer row");
  return await store.load(id, row.version + 1);
}

let core: Stage;
let conversationId: string;
/** What a clerk asked and its person answered: more of it than is read. */
const asked: string[] = [];

beforeAll(async () => {
  core = await startStage();
  const { alice, bob, carol } = core;
  const to = [bob.address, carol.address];
  conversationId = await send(alice.asPerson(), { to });
  await decide(bob.asPerson(), conversationId, "approve");
  const ask = { conversationId, text: "which one?", needsInput: true };
  const clerk = await clerkOf(core, bob);
  const decision = "approve";
  for (let n = 0; n < LIMITS.checkpointsReadMax + MORE; n++) {
    const { checkpointId = "" } = await clerk.run(sendMessage, ask);
    asked.push(checkpointId);
    const answer = { conversationId, checkpointId, decision } as const;
    await bob.asPerson().run(recordHilDecision, answer);
  }
}, 60_000);
afterAll(() => core[Symbol.asyncDispose]());

test("an older decision that is named is found, to be repeated and not to be changed", async () => {
  const { alice, bob } = core;
  const [checkpointId = ""] = asked;
  const first = { conversationId, checkpointId };
  const person = bob.asPerson();
  const yes = { ...first, decision: "approve" } as const;
  expect((await person.run(recordHilDecision, yes)).recorded).toBe(true);
  const no = { ...first, decision: "decline" } as const;
  const changed = await person.refused(recordHilDecision, no);
  expect(changed.code).toBe("already_decided");
  const foreign = await alice.asPerson().refused(recordHilDecision, no);
  expect(foreign.code).toBe("not_your_checkpoint");
  const other = { ...no, checkpointId: `${checkpointId.slice(0, -1)}_` };
  const unknown = await person.refused(recordHilDecision, other);
  expect(unknown.code).toBe("checkpoint_not_found");
  const { checkpoints } = await view(person, conversationId);
  const ids = checkpoints.map((it) => it.checkpointId);
  expect(ids.slice(-LIMITS.checkpointsReadMax)).toEqual(asked.slice(MORE));
});

test("of many past decisions the newest are read, what waits, and what a later act rests on", async () => {
  const { checkpoints, tally } = await readAnew(core, conversationId);
  const older = checkpoints.slice(0, -LIMITS.checkpointsReadMax);
  expect(older.map((it) => [it.action.act, it.status])).toEqual([
    ["accept", "approved"],
    ["accept", "open"],
  ]);
  const kept = older.map(({ id }) => id);
  expect(tally.asked).toEqual(kept);
  expect(checkpoints.map(({ id }) => id)).toEqual([
    ...kept,
    ...asked.slice(MORE),
  ]);
  await decide(core.carol.asPerson(), conversationId, "approve");
  const { ok } = await core.run(verifyAudit, {});
  expect(ok).toBe(true);
});
