import { expect, test } from "bun:test";
import type { Change, CommandCall } from "../../../src/core/access/context.ts";
import { SYSTEM } from "../../../src/core/access/principal.ts";
import { closeExpired } from "../../../src/core/conversations/acts/decisions/table.ts";
import { actAs } from "../../../src/core/conversations/model/acting.ts";
import type {
  Checkpoint,
  Conversation,
} from "../../../src/core/conversations/model/model.ts";
import { expiryOf as expiryFor } from "../../../src/core/review/expiry.ts";
import { START } from "../core_harness.ts";
import { STORED_ACTIONS } from "../stored_actions.ts";
import { conversationOf } from "./values.ts";

/** A call of the service itself that only keeps what is recorded. */
function clockCall() {
  const changes: Change[] = [];
  const call: Partial<CommandCall> = {
    now: START,
    caller: { principal: SYSTEM, via: "system", requestId: "test" },
    member: { kind: "service", accountId: "", scopes: [] },
    record: (change) => void changes.push(change),
  };
  return { call: actAs(call as CommandCall, "system"), changes };
}

/** The conversation once a checkpoint's time is over. */
function expiryOf(
  call: CommandCall,
  conversation: Conversation,
  checkpoint: Checkpoint,
): Conversation {
  const over = expiryFor(call, checkpoint.expiresAt);
  if (!over) throw new Error("Expected its moment to have come");
  return closeExpired(call, over, conversation, checkpoint);
}

function checkpointOf(more: Partial<Checkpoint>): Checkpoint {
  return {
    id: "chk_1",
    kind: "review",
    title: "Title",
    summary: "Summary",
    action: STORED_ACTIONS.submit,
    actionDigest: "",
    rules: [],
    forAccountId: "acc_0",
    openedAt: START,
    expiresAt: START,
    status: "open",
    decidedBy: null,
    decidedActor: null,
    decidedAt: null,
    comment: null,
    askedBy: { address: "", name: "", kind: "agent" },
    reviewId: null,
    edited: false,
    votes: [],
    escalatedAt: null,
    told: null,
    pendingMessage: null,
    ...more,
  };
}

const waiting = (checkpoints: readonly Checkpoint[]) =>
  conversationOf(["sender", "to"], {
    state: "input-required",
    previousState: "working",
    checkpoints,
  });

test("a submit that nobody decided is a draft again, not rejected", () => {
  const checkpoint = checkpointOf({});
  const { call, changes } = clockCall();
  const after = expiryOf(call, waiting([checkpoint]), checkpoint);
  expect(after).toMatchObject({
    state: "draft",
    stateReason: "approval_expired",
    checkpoints: [{ status: "expired", decidedBy: null, decidedAt: START }],
  });
  expect(changes.map(({ type }) => type)).toEqual([
    "checkpoint.expired",
    "conversation.draft",
  ]);
});

test("a cancel that nobody decided is off, and the work goes on where it was", () => {
  const checkpoint = checkpointOf({ action: STORED_ACTIONS.cancel });
  const after = expiryOf(clockCall().call, waiting([checkpoint]), checkpoint);
  expect(after).toMatchObject({
    state: "working",
    stateReason: "cancel_expired",
    checkpoints: [{ status: "expired" }],
  });
});

test("a cancel of the other side still waits for its own person", () => {
  const action = STORED_ACTIONS.cancel;
  const [mine, theirs] = [
    checkpointOf({ action }),
    checkpointOf({ action, id: "chk_2", forAccountId: "acc_1" }),
  ];
  const after = expiryOf(clockCall().call, waiting([mine, theirs]), mine);
  expect(after.state).toBe("input-required");
});

test("an acceptance that nobody answered only leaves the desk", () => {
  const checkpoint = checkpointOf({
    kind: "acceptance",
    action: STORED_ACTIONS.accept,
    forAccountId: "acc_1",
  });
  const before = conversationOf(["sender", "to"], {
    checkpoints: [checkpoint],
  });
  const { call, changes } = clockCall();
  const after = expiryOf(call, before, checkpoint);
  expect(after.state).toBe("submitted");
  expect(changes).toHaveLength(1);
});
