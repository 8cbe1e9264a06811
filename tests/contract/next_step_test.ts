import { describe, expect, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { offered } from "./offered.ts";
import type { Stage } from "./stage.ts";
import { done, startStage, WIRES } from "./stage.ts";

/** Whose turn it is, as the account's person reads it over the wire. */
async function turnOf(stage: Stage, account: TestAccount, id: string) {
  const { token } = await stage.service.addSession(account);
  return (await offered(stage, token, id)).nextStep;
}

/** What a person says over REST: not every wire has a word for it. */
async function says(
  { service }: Stage,
  account: TestAccount,
  [method, path]: readonly [string, string],
  json: object,
) {
  const { token } = await service.addSession(account);
  const response = await service.fetch(path, { method, token, json });
  if (!response.ok) throw new Error(await response.text());
}

describe.each([...WIRES])("over %s", (name) => {
  test("what the review denies is not told as a decline, and the rule says why", async () => {
    await using stage = await startStage(name);
    const { service, wire, alice, bob } = stage;
    const contact = ["PUT", `/v1/contacts/${alice.address}`] as const;
    await says(stage, bob, contact, { blocked: true });
    const { token } = await service.addSession(alice);
    const { conversationId: id } = await done(
      wire.create(token, { to: [bob.address], text: "words" }),
    );
    expect(await turnOf(stage, alice, id)).toEqual({
      who: "nobody",
      text: "The security review denied it, and nothing was sent. A recipient does not take messages from you.",
    });
  });
});
