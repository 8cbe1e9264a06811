import { expect } from "bun:test";
import type { TestService } from "../harness.ts";
import { over } from "./team.ts";

let count = 0;

/** Alice lets Bob decide for her; Carl writes to her. */
export async function openDelegation(on: TestService, terms: object = {}) {
  count += 1;
  const add = (name: string) =>
    on.addAccount(`${name}${count}`, { name, credit: "500.00" });
  const alice = await add("ann");
  const bob = await add("bo");
  const carl = await add("cy");
  const { token: aliceIn } = await on.addSession(alice);
  const { token: bobIn } = await on.addSession(bob);
  const own = over(on, aliceIn);
  const let_ = (more: object) =>
    own("PUT", `/v1/delegations/${bob.address}`, more);
  const made = await let_(terms);
  expect([made.status, made.created]).toEqual([201, true]);
  const from = over(on, carl.token);
  const ask = async (price?: string) => {
    const sent = await from("POST", "/v1/conversations", {
      ...{ to: [alice.address], title: "Chairs", text: "Two?", submit: true },
      ...(price && { price }),
    });
    expect(sent.status).toBe(201);
    return `/v1/conversations/${sent.conversation.id}`;
  };
  const as = over(on, bobIn, alice.address);
  const people = { alice, bob, carl, aliceIn, bobIn };
  return { ...people, own, let_, made, from, ask, as };
}
