import { expect, test } from "bun:test";
import { Type } from "typebox";
import {
  defineCommand,
  definePreparedCommand,
  MEMBER,
} from "../../src/core/access/operation.ts";
import { closed } from "../../src/core/base/schemas.ts";
import { ConstraintError } from "../../src/core/db/database.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { claimFreeAddress } from "../../src/core/operations/claim_free_address.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { Actor, TestCore } from "./core_harness.ts";
import { startCore } from "./core_harness.ts";

/** A command that asks an outside world which the test plays. */
function asking(
  ask: () => Promise<string>,
  run: (heard: string) => void = () => {},
) {
  return definePreparedCommand({
    name: "asking",
    title: "Ask",
    description: "Asks.",
    access: MEMBER,
    input: closed({}),
    output: closed({ heard: Type.String() }),
    prepare: () => ask(),
    chains: (_input, { member }) => [member.accountId],
    async run(_input, call, heard) {
      run(heard);
      call.record({ chainId: call.member.accountId, type: "asked" });
      return { heard };
    },
  });
}

async function call(
  { services }: TestCore,
  { principal }: Actor,
  operation: ReturnType<typeof asking>,
  idempotencyKey?: string,
) {
  const caller = {
    principal,
    via: "rest",
    requestId: "test",
    idempotencyKey,
  } as const;
  return await callOperation(services, operation, caller, {});
}

test("what a command asks the outside world holds nobody up", async () => {
  await using core = await startCore();
  const alice = await core.account();
  const answer = Promise.withResolvers<string>();
  const waiting = call(
    core,
    alice,
    asking(() => answer.promise),
  );
  // Needs the same chain, and commits while the other still waits.
  await alice.run(claimFreeAddress, { localPart: "alice" });
  answer.resolve("late");
  expect((await waiting).output).toEqual({ heard: "late" });
});

test("it is asked once, however often the decision is made again", async () => {
  await using core = await startCore();
  const alice = await core.account();
  let [asked, decided] = [0, 0];
  const operation = asking(
    async () => `answer ${++asked}`,
    () => {
      if (++decided < 3) throw new ConstraintError("lost the race");
    },
  );
  const { output } = await call(core, alice, operation);
  expect(output).toEqual({ heard: "answer 1" });
  expect([asked, decided]).toEqual([1, 3]);
});

test("a repeated request asks nothing", async () => {
  await using core = await startCore();
  const alice = await core.account();
  let asked = 0;
  const operation = asking(async () => `answer ${++asked}`);
  await call(core, alice, operation, "key");
  const again = await call(core, alice, operation, "key");
  expect(again).toEqual({ output: { heard: "answer 1" }, replayed: true });
  expect(asked).toBe(1);
});

test("when it fails nothing is decided or written", async () => {
  await using core = await startCore();
  const alice = await core.account();
  const operation = asking(
    () => Promise.reject(new RangeError("no answer")),
    () => {
      throw new Error("decided");
    },
  );
  const before = await core.rows("select count(*) from audit_records");
  const error = await call(core, alice, operation).catch((it) => it);
  expect(error).toBeInstanceOf(RangeError);
  expect(await core.rows("select count(*) from audit_records")).toEqual(before);
});

test("a refusal that puts something right is refused, with what was put right on disk", async () => {
  await using core = await startCore();
  const alice = await core.account();
  const mending = defineCommand({
    name: "mending",
    title: "Mend",
    description: "Mends.",
    access: MEMBER,
    input: closed({}),
    output: closed({}),
    chains: (_input, { member }) => [member.accountId],
    async run(_input, { record, refuseAfter, member }) {
      record({ chainId: member.accountId, type: "mended" });
      refuseAfter(new ServiceError("action_changed"));
      return {};
    },
  });
  const mended = async () =>
    (
      await core.rows(
        'select count(*) from audit_records where body like \'%"type":"mended"%\'',
      )
    )[0]?.[0];
  const options = { idempotencyKey: "key" };
  for (const times of [1, 2]) {
    // Nothing is kept for the key: a refusal is decided anew.
    const error = await alice.refused(mending, {}, options);
    expect(error.code).toBe("action_changed");
    expect(await mended()).toBe(times);
  }
});
