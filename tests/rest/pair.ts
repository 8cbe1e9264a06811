import type { TestAccount, TestClock, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

/** A service with two accounts that may write to one another. */
export interface Pair extends AsyncDisposable {
  readonly service: TestService;
  readonly clock: TestClock;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
}

export async function startPair(
  env: Readonly<Record<string, string>> = {},
): Promise<Pair> {
  const service = await startService({ env });
  return {
    service,
    clock: service.clock,
    alice: await service.addAccount("alice", { name: "Alice" }),
    bob: await service.addAccount("bob", { name: "Bob" }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Alice writes to Bob. */
export async function createSubmitted(
  { service, alice, bob }: Pair,
  fields: object = {},
) {
  const response = await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: {
      to: [bob.address],
      title: "A request",
      text: "Hello Bob",
      submit: true,
      ...fields,
    },
  });
  const body = await json(response);
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body;
}
