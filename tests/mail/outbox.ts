import type { Actor, Stage } from "../core/core_harness.ts";
import { send, view } from "../core/core_harness.ts";
import { unfoldRecords } from "../records.ts";

export const EVE = "eve@example.org";

/** One row of the outbox: its status, tries and last error. */
export async function rowsOf(core: Stage) {
  return await core.rows(
    "select status, attempts, log ->> '$[#-1].error' from deliveries order by rowid",
  );
}

/** How a conversation stands with its first recipient. */
export async function deliveryOf(sender: Actor, conversationId: string) {
  const { participants } = await view(sender, conversationId);
  return participants[1]?.delivery.state;
}

/** The records of a conversation's invites. */
export async function recordsOf(core: Stage, conversationId: string) {
  await unfoldRecords(core.services.db);
  const rows = await core.rows(
    `select body from unfolded_records where chain_id = '${conversationId}' order by seq`,
  );
  return rows
    .map(([body]) => JSON.parse(String(body)))
    .filter(({ type }) => String(type).startsWith("invite."))
    .map(({ type }) => type);
}

/** Alice herself invites the one address that these tests write to. */
export async function invite(core: Stage, more: object = {}) {
  const alice = core.alice.asPerson();
  return await send(alice, { to: EVE, title: "A plan", ...more });
}
