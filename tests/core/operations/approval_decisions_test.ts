import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import {
  balance,
  decide,
  isLedgerRight,
  send,
  startStage,
  view,
} from "../core_harness.ts";
import { agentOf, ask, HUNDRED, open, refusal } from "./approvals.ts";

const HOUR = 3_600_000;

describe("a decision", () => {
  test("is used once: the same again gives the same, the other is refused", async () => {
    await using core = await startStage();
    const person = core.alice.asPerson();
    const others = { approve: "decline", decline: "approve" } as const;
    for (const decision of ["approve", "decline"] as const) {
      const conversationId = await ask(core, { price: "11" });
      const first = await decide(person, conversationId, decision);
      const again = await decide(person, conversationId, decision, {
        checkpointId: first.checkpointId,
      });
      expect(again.conversation).toEqual(first.conversation);
      const error = await refusal(person, conversationId, others[decision]);
      expect(error.code).toBe("already_decided");
    }
    expect(await balance(core, core.alice)).toBe(HUNDRED - 11_000_000);
  });

  test("comes too late after 72 hours, which is no decline", async () => {
    await using core = await startStage();
    const { alice } = core;
    const [first, second] = [await ask(core), await ask(core)];
    core.advance(LIMITS.reviewHours * HOUR - 1);
    await decide(alice.asPerson(), first, "approve");
    core.advance(1);
    for (const decision of ["approve", "decline"]) {
      const error = await refusal(alice.asPerson(), second, decision);
      expect(error.code).toBe("checkpoint_expired");
    }
    expect((await view(alice, second)).state).toBe("input-required");
  });

  test("of 20 at once one stands", async () => {
    await using core = await startStage();
    const conversationId = await ask(core);
    const person = core.alice.asPerson();
    const came = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        decide(person, conversationId, index % 2 === 0 ? "approve" : "decline"),
      ),
    );
    const { state, payment } = await view(person, conversationId);
    const done = came.filter(({ status }) => status === "fulfilled");
    expect(done).toHaveLength(10);
    expect([
      ["submitted", "held"],
      ["rejected", "none"],
    ]).toContainEqual([state, payment.status]);
    expect(await isLedgerRight(core)).toBe(true);
  });

  test("names the account that it pays: an address that changes hands meanwhile redirects nothing", async () => {
    await using core = await startStage();
    const { alice, bob, carol, services } = core;
    const conversationId = await ask(core);
    const before = await core.rows("select count(*) from ledger_transfers");
    await services.db.commit([
      {
        sql: "delete from addresses where account_id = ?",
        args: [carol.accountId],
      },
      {
        sql: "update addresses set account_id = ? where account_id = ?",
        args: [carol.accountId, bob.accountId],
      },
    ]);
    const person = alice.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("action_changed");
    const shown = await view(person, conversationId);
    expect(shown.state).toBe("input-required");
    expect(shown.payment.status).toBe("none");
    expect(await core.rows("select count(*) from ledger_transfers")).toEqual(
      before,
    );
    const [first, second] = shown.checkpoints;
    expect([first?.status, second?.status]).toEqual(["superseded", "open"]);
    // The words are the same; whom they are about is not.
    expect(second?.summary).toBe(first?.summary);
    const shownIds = JSON.stringify(shown.checkpoints);
    expect(shownIds).not.toContain(bob.accountId);
    expect(shownIds).not.toContain(carol.accountId);
  });

  test("of an action that has changed is refused, and the new one is shown", async () => {
    await using core = await startStage();
    const { alice } = core;
    const agent = await agentOf(core, "Travel planner", {
      scopes: [
        ...["conversations:read", "conversations:write"],
        ...["conversations:submit", "contacts:new", "decisions:write"],
      ],
    });
    const outside = "zoe@inbox.localhost";
    const conversationId = await send(agent, { to: outside });
    const first = await open(alice, conversationId);
    expect(first.action.recipients).toMatchObject([{ account: false }]);
    await core.account("zoe");
    const person = alice.asPerson();
    const error = await refusal(person, conversationId);
    expect(error.code).toBe("action_changed");
    const shown = await view(person, conversationId);
    expect(shown.state).toBe("input-required");
    expect(shown.checkpoints.map(({ status }) => status)).toEqual([
      "superseded",
      "open",
    ]);
    const second = await open(alice, conversationId);
    expect(error.extra.checkpoints).toMatchObject([
      { checkpointId: second.checkpointId },
    ]);
    expect(second.action.recipients).toMatchObject([{ account: true }]);
    expect(second.actionDigest).not.toBe(first.actionDigest);
    const old = await refusal(person, conversationId, "approve", {
      checkpointId: first.checkpointId,
    });
    expect(old.code).toBe("no_open_checkpoint");
    expect((await refusal(agent, conversationId)).code).toBe(
      "maker_cannot_decide",
    );
    const decided = await decide(person, conversationId, "approve");
    expect(decided.state).toBe("submitted");
  });
});
