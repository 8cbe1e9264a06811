import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { OPERATOR } from "../src/core/access/principal.ts";
import { sweepDue } from "../src/core/loops/sweeper.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { getHealth } from "../src/core/operations/get_health.ts";
import { verifyAudit } from "../src/core/operations/verify_audit.ts";
import { verifyLedger } from "../src/core/operations/verify_ledger.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import type { OpenServices } from "../src/process/open_services.ts";
import { view } from "./core/core_harness.ts";
import type { People, Said } from "./crash_child.ts";
import { make, RAISED, REFUNDED } from "./crash_child.ts";

export function operator(services: OpenServices) {
  const caller = {
    principal: OPERATOR,
    via: "cli",
    requestId: "test",
  } as const;
  return {
    add: async (localPart: string) => {
      const { output } = await callOperation(services, addAccount, caller, {
        name: localPart,
        localPart,
        credit: "1000000",
      });
      return {
        accountId: output.account.id,
        address: output.address?.address ?? "",
        credentialId: output.credential.id,
      };
    },
    verify: async () =>
      (await callOperation(services, verifyAudit, caller, {})).output,
    books: async () =>
      (await callOperation(services, verifyLedger, caller, {})).output,
    health: async () =>
      (await callOperation(services, getHealth, caller, {})).output,
  };
}

/** Whatever was over has ended, once it was swept again. */
export async function checkSwept(services: OpenServices): Promise<void> {
  await sweepDue(services);
  const left = await services.db.orm.values(sql`
    select id from payments where status = 'held' and capture_before <= ${Date.now()}`);
  expect(left).toEqual([]);
}

/** Everything that was answered is there, in the state it was answered with. */
export async function checkAnswered(actors: People, said: readonly Said[]) {
  const ends = { receipt: "completed", cancel: "canceled" } as const;
  for (const { request, conversationId = "", messageId } of said) {
    const seen = await view(actors.alice, conversationId);
    if (request.kind === "create" || request.kind === "ask") {
      expect(seen.title).toBe(request.title);
    } else if (request.kind === "reply") {
      const ids = seen.messages.map((it) => it.messageId);
      expect(ids).toContain(messageId ?? "");
    } else if (request.kind === "refund") {
      expect(seen.payment.refunded?.amount).toBe(REFUNDED);
    } else if (request.kind === "fund") {
      expect(seen.payment.price.amount).toBe(RAISED);
    } else if (request.kind === "raise") {
      const { price, requirements } = seen.payment;
      expect((requirements ?? { price }).price.amount).toBe(RAISED);
    } else {
      expect(seen.state).toBe(ends[request.kind]);
    }
  }
}

/** No payment says anything else than its escrow, nor than its conversation. */
export async function checkMoney(services: OpenServices) {
  const { orm } = services.db;
  const wrong = await orm.values(sql`
    select y.id, y.status, a.balance, c.state from payments y
    join conversations c on c.id = y.conversation_id
    left join ledger_accounts a on a.id = 'escrow:' || y.id
    where coalesce(a.balance, 0) <> iif(y.status = 'held', y.price, 0)
      or (y.status = 'held') <> (c.state in ('submitted', 'working', 'auth-required'))
      or (y.status = 'released') <> (c.state = 'completed')
      or (y.status = 'voided') <> (c.state = 'canceled')`);
  expect(wrong).toEqual([]);
  const { verify, health, books } = operator(services);
  expect((await books()).faults).toEqual([]);
  expect(await health()).toMatchObject({
    ok: true,
    ledger: { sum: 0, drifted: 0 },
  });
  expect((await verify()).faults).toEqual([]);
}

/** Whatever was asked has its one answer, and is done. */
export async function checkAgents(services: OpenServices) {
  await services.agents.idle();
  const wrong = await services.db.orm.values(sql`
    select c.id, c.state, count(m.id) from conversations c
    join participants p on p.conversation_id = c.id and p.kind = 'service'
    left join messages m on m.conversation_id = c.id and m.author = p.position
    group by c.id having c.state <> 'completed' or count(m.id) <> 1`);
  expect(wrong).toEqual([]);
}

/** Asking again for what was under way has one effect, done before or now. */
export async function checkRetried(
  services: OpenServices,
  actors: People,
  asked: readonly Said[],
) {
  for (const { key, request } of asked) {
    const first = await make(actors, key, request);
    const again = await make(actors, key, request);
    expect(again.conversationId).toBe(first.conversationId);
    expect(again.messageId).toBe(first.messageId);
  }
  const { orm } = services.db;
  const doubled = await orm.values(sql`
    select title from conversations group by title having count(*) > 1
    union all
    select parts from messages where mode <> 'initial' and author_kind <> 'service'
      group by parts having count(*) > 1
    union all
    select payment_id from ledger_transfers where payment_id is not null
      group by payment_id, kind having count(*) > iif(kind = 'hold', 2, 1)`);
  expect(doubled).toEqual([]);
}
