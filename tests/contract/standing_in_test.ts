import { describe, expect, test } from "bun:test";
import { checkpointsOver } from "./checkpoints.ts";
import { WIRES } from "./stage.ts";
import type { Told } from "./standing_in.ts";
import {
  a2a,
  balance,
  DECIDERS,
  REQUEST,
  requested,
  rest,
  startStage,
  tool,
} from "./standing_in.ts";

describe("a second agent does not stand in for the person", () => {
  test("who approves 50.00 that the first had to ask for", async () => {
    await using stage = await startStage();
    const { service, alice, bob } = stage;
    const first = await service.addCredential(alice, [
      "conversations:submit",
      "drafts:write",
      "contacts:new",
      "payments:hold",
    ]);
    const asked = await rest(stage, first, "", {
      to: [bob.address],
      text: REQUEST,
      price: "50",
      submit: true,
    });
    // Read before it is compared: a matcher takes the place of what it matches.
    const { checkpointId, approvalUrl } = asked;
    const { conversationId: id } = asked as Told & { conversationId: string };
    expect(asked).toMatchObject({
      state: "input-required",
      waiting: expect.stringMatching(/^Waits for your person:/),
      checkpointId: expect.stringMatching(/^chk_/),
      approvalUrl: `${service.baseUrl}/c/${id}#${checkpointId}`,
    });
    for (const wire of WIRES) {
      const shown = await checkpointsOver(service, wire)(alice.token, id);
      expect(shown).toMatchObject([
        {
          act: "submit",
          mayDecide: false,
          mayDecline: true,
          because: { code: "person_required" },
          approvalUrl,
        },
      ]);
      const allowed = shown.flatMap((it) =>
        "allowed" in it && Array.isArray(it.allowed) ? it.allowed : [],
      );
      expect(allowed).toEqual([]);
    }
    const approve = { checkpointId, decision: "approve" };
    for (const decide of Object.values(DECIDERS)) {
      expect(await decide(stage, alice.token, id, approve)).toMatchObject({
        ok: false,
        code: "person_required",
        approvalUrl,
      });
    }
    expect(await balance(stage, alice)).toBe("100.00");
    const person = await stage.person(alice);
    expect(
      await rest(stage, person, `/${id}/decisions`, approve),
    ).toMatchObject({ ok: true, state: "submitted" });
    expect(await balance(stage, alice)).toBe("50.00");
  });

  test.each(WIRES)(
    "who calls off held money that was asked for over %s",
    async (wire) => {
      await using stage = await startStage();
      const { service, alice } = stage;
      const id = await requested(stage, { price: "5" });
      const canceler = await service.addCredential(alice, [
        "conversations:read",
        "conversations:cancel",
      ]);
      const reason = "No longer needed";
      const asked =
        wire === "rest"
          ? await rest(stage, canceler, `/${id}/cancel`, { reason })
          : wire === "mcp"
            ? await tool(stage, canceler, "cancel_conversation", {
                conversationId: id,
                reason,
              })
            : await a2a(stage, canceler, "CancelTask", { id, reason });
      const { checkpointId } = asked;
      expect(asked).toMatchObject({
        state: "input-required",
        waiting: expect.stringMatching(/^Waits for /),
        checkpointId: expect.stringMatching(/^chk_/),
        approvalUrl: expect.stringContaining(`/c/${id}#chk_`),
      });
      const approve = { checkpointId, decision: "approve" };
      const decider = await service.addCredential(alice, ["decisions:write"]);
      const both = await service.addCredential(alice, [
        "decisions:write",
        "conversations:cancel",
      ]);
      for (const decide of Object.values(DECIDERS)) {
        const codes = [
          await decide(stage, canceler, id, approve),
          await decide(stage, decider, id, approve),
          await decide(stage, both, id, approve),
          await decide(stage, alice.token, id, approve),
        ].map(({ code }) => code);
        expect(codes).toEqual([
          "insufficient_scope",
          "insufficient_scope",
          "person_required",
          "person_required",
        ]);
      }
      expect(await balance(stage, alice)).toBe("95.00");
      const decline = { checkpointId, decision: "decline" };
      expect(await DECIDERS.rest(stage, decider, id, decline)).toMatchObject({
        ok: true,
        state: "submitted",
      });
    },
  );

  test("who answers what the first asked its person", async () => {
    await using stage = await startStage();
    const { service, bob } = stage;
    const id = await requested(stage);
    const requester = await service.addCredential(bob, ["conversations:write"]);
    const { checkpointId } = await rest(stage, requester, `/${id}/messages`, {
      text: "In blue?",
      needsInput: true,
    });
    const approve = { checkpointId, decision: "approve", comment: "Yes" };
    for (const decide of Object.values(DECIDERS)) {
      const { code } = await decide(stage, bob.token, id, approve);
      expect(code).toBe("person_required");
    }
  });
});
