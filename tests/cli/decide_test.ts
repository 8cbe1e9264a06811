import { expect, setDefaultTimeout, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { createConversation } from "../../src/core/operations/create_conversation.ts";
import { decideForAccount } from "../../src/core/operations/decide_for_account.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { listWaiting } from "../../src/core/operations/list_waiting.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

const OPERATIONS = [findAccount, listWaiting, decideForAccount];

/** A running service's channel, which ends with its `await using`. */
async function serve({ services, config }: Opened): Promise<AsyncDisposable> {
  const channel = await startOperatorChannel(services, {
    operations: OPERATIONS,
    path: config.operatorPath ?? "",
  });
  return { [Symbol.asyncDispose]: async () => await channel.stop() };
}

test("svc decide lists what waits, and decides it in the account's name as the operator", async () => {
  await using core = await openCore();
  await using _channel = await serve(core);
  const alice = await core.add("alice");
  await core.add("bob");
  const { conversationId } = await core.run(createConversation, alice.member, {
    to: ["bob@inbox.localhost"],
    text: "Please draw it \u001b[2J",
    price: "50",
    submit: true,
  });
  const account = ["--account", "alice@inbox.localhost"];
  const { waiting } = await json(core, "decide", ...account);
  expect(waiting).toMatchObject([
    { conversationId, checkpoint: { act: "submit", mayDecide: true } },
  ]);
  const shown = await svc(core, "decide", ...account);
  expect(shown.out).toContain("Please draw it");
  expect(shown.out).toContain("hold 50.00 USDC (TEST)");
  expect(shown.out).not.toContain("\u001b");
  const [{ checkpoint }] = waiting;
  const { checkpointId } = checkpoint;
  const decline = [
    checkpointId,
    "decline",
    ...account,
    "--comment",
    "Too much",
  ];
  expect(await json(core, "decide", ...decline)).toMatchObject({
    decision: "decline",
    state: "rejected",
    effect: "It wasn't sent, and nothing was held.",
  });
  const read = await core.run(getConversation, alice.member, {
    conversationId,
  });
  expect(read.conversation.checkpoints).toMatchObject([
    {
      status: "declined",
      decision: { actor: { kind: "operator" }, comment: "Too much" },
    },
  ]);
  const none = await svc(core, "decide", ...account);
  expect(none.out.trim()).toBe("Nothing to decide.");
});

test("svc decide says what is missing", async () => {
  await using core = await openCore();
  await using _channel = await serve(core);
  await core.add("alice");
  const account = ["--account", "alice@inbox.localhost"];
  const unanswered = await svc(core, "decide", "chk_1", ...account);
  expect(unanswered.code).toBe(1);
  expect(unanswered.err).toContain("approve or decline");
  for (const decision of ["approve", "decline"]) {
    const unnamed = await svc(core, "decide", decision, ...account);
    expect(unnamed.code).toBe(1);
    expect(unnamed.err).toStartWith(
      `Cannot decide: put the checkpoint before ${decision}`,
    );
  }
  const unknown = await svc(core, "decide", "chk_1", "approve", ...account);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toStartWith(
    "Cannot decide: this account has no such open checkpoint",
  );
});
