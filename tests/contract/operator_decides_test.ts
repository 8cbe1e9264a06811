import { describe, expect, test } from "bun:test";
import { decideForAccount } from "../../src/core/operations/decide_for_account.ts";
import { json, startService } from "../harness.ts";
import { checkpointsOver } from "./checkpoints.ts";
import { WIRES } from "./stage.ts";

describe.each([...WIRES])("over %s", (wire) => {
  test("a decision by the operator at the terminal names the operator, and the account it is for", async () => {
    await using service = await startService();
    const alice = await service.addAccount("alice", { credit: "100.00" });
    const bob = await service.addAccount("bob");
    const { conversationId } = await json(
      await service.fetch("/v1/conversations", {
        method: "POST",
        token: alice.token,
        json: {
          ...{ to: [bob.address], parts: [{ text: "draw" }], price: "50" },
          submit: true,
        },
      }),
    );
    const checkpoints = checkpointsOver(service, wire);
    const [open] = await checkpoints(alice.token, conversationId);
    if (!open) throw new RangeError("Something waits");
    const { checkpointId } = open;
    await service.operate(decideForAccount, {
      ...{ accountId: alice.accountId, conversationId, checkpointId },
      decision: "approve",
      comment: "By telephone",
    });
    const actor = { kind: "operator", label: "the operator, for alice" };
    expect(await checkpoints(alice.token, conversationId)).toMatchObject([
      {
        status: "approved",
        decidedActor: actor,
        decision: { outcome: "approved", actor, comment: "By telephone" },
      },
    ]);
    const { audit, conversation } = await json(
      await service.fetch(
        `/v1/conversations/${conversationId}?includeAudit=1`,
        { token: alice.token },
      ),
    );
    const kinds = audit.actors.map((it: { kind: string }) => it.kind);
    expect(kinds).toContain("operator");
    expect(kinds).not.toContain("person");
    // An approved text stays the agent's word.
    expect(conversation.messages[0].actor.kind).toBe("agent");
    // The recipient does not learn who decided.
    const seen = await checkpoints(bob.token, conversationId);
    expect(JSON.stringify(seen)).not.toContain("operator");
  });
});
