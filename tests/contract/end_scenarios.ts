import { expect } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { Scenario } from "./scenario.ts";
import { created, everybody } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { done, refusal } from "./stage.ts";

/**
 * A2A needs no reason, and answers a cancel of what is canceled (docs/a2a.md,
 * Opening a task).
 */
const WITH_REASONS = ["rest", "mcp"] as const;

const UNKNOWN = "cnv_00000000000000000000000000";

export const CANCELS: readonly Scenario[] = [
  {
    name: "the sender cancels and gets the price back",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage, { price: "5" });
      const canceled = await done(wire.cancel(alice.token, id, "no"));
      return [canceled, await everybody(stage, id)];
    },
  },
  {
    name: "the recipient cancels at work",
    async run(stage) {
      const { wire, bob } = stage;
      const id = await created(stage, { price: "5" });
      await done(wire.reply(bob.token, id, "on it"));
      return done(wire.cancel(bob.token, id, "cannot do it"));
    },
  },
  {
    name: "a cc may not cancel",
    async run(stage) {
      const id = await created(stage, { cc: [stage.carol.address] });
      return refusal(stage.wire.cancel(stage.carol.token, id, "no"));
    },
  },
  {
    name: "what is earned cannot be canceled by the sender",
    async run(stage) {
      const { wire, alice, bob } = stage;
      const id = await created(stage, { price: "5" });
      await done(wire.reply(bob.token, id, "done"));
      return refusal(wire.cancel(alice.token, id, "no"));
    },
  },
  {
    name: "the same cancel again gives the same",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage);
      const first = await done(wire.cancel(alice.token, id, "no"));
      return [first, await done(wire.cancel(alice.token, id, "no"))];
    },
  },
  {
    name: "what another has canceled cannot be canceled",
    over: WITH_REASONS,
    async run(stage) {
      const { wire, alice, bob } = stage;
      const id = await created(stage);
      await done(wire.cancel(alice.token, id, "no"));
      return refusal(wire.cancel(bob.token, id, "no"));
    },
  },
  {
    name: "a cancel without a reason is refused",
    over: WITH_REASONS,
    run: async (stage) =>
      refusal(stage.wire.cancel(stage.alice.token, await created(stage), "")),
  },
  {
    name: "a cancel whose reason is blank is refused",
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage);
      const given = await refusal(wire.cancel(alice.token, id, " \u200b\n"));
      expect(given.code).toBe("invalid_input");
      return [given, await everybody(stage, id)];
    },
  },
  {
    name: "a cancel again with another reason is refused, and the first one stays",
    over: WITH_REASONS,
    async run(stage) {
      const { wire, alice } = stage;
      const id = await created(stage);
      await done(wire.cancel(alice.token, id, "no"));
      const again = await refusal(wire.cancel(alice.token, id, "changed"));
      expect(again.code).toBe("not_cancelable");
      return [again, await everybody(stage, id)];
    },
  },
  {
    name: "a cancel with too long a reason is refused",
    run: async (stage) =>
      refusal(
        stage.wire.cancel(
          stage.alice.token,
          await created(stage),
          "x".repeat(LIMITS.reasonCharsMax + 1),
        ),
      ),
  },
];

/** Every verb on a conversation that is not there for the caller. */
function absent(
  name: string,
  idOf: (stage: Stage) => Promise<string>,
): Scenario {
  return {
    name,
    async run(stage) {
      const { wire, carol } = stage;
      const id = await idOf(stage);
      return [
        await refusal(wire.read(carol.token, id)),
        await refusal(wire.reply(carol.token, id, "x")),
        await refusal(wire.cancel(carol.token, id, "x")),
      ];
    },
  };
}

export const ABSENCES: readonly Scenario[] = [
  absent("an unknown conversation is not found", async () => UNKNOWN),
  absent("an id of another form is not found", async () => "not-an-id"),
  absent("a foreign conversation is not found", (stage) => created(stage)),
];

export const LISTS: readonly Scenario[] = [
  {
    name: "each view lists the same for everybody",
    async run(stage) {
      const { wire, service, alice, bob, carol } = stage;
      for (const price of ["0", "1", "200"]) {
        await created(stage, { price, cc: [stage.carol.address] });
        service.clock.advance(1);
      }
      const lists: unknown[] = [];
      const views = "inbox sent drafts archive needs_you payments".split(" ");
      for (const { token } of [alice, bob, carol]) {
        for (const view of [undefined, ...views]) {
          lists.push(await done(wire.list(token, view)));
        }
      }
      return lists;
    },
  },
  {
    name: "an unknown view is refused",
    // The sentences differ by one view: imported history is no task of A2A.
    run: async ({ wire, alice }) => {
      const { code } = await refusal(wire.list(alice.token, "everything"));
      return { code };
    },
  },
];
