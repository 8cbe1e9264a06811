import { afterAll, beforeAll, expect, test } from "bun:test";
import { WEBFINGER_PATH } from "../../src/core/federation/find_card.ts";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { hostsOf } from "./account_card.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
  await service.addAccount("bob", { name: "Bob" });
  const gone = await service.addAccount("gone");
  await service.operate(disableAccount, { accountId: gone.accountId });
}, 20_000);
afterAll(() => service[Symbol.asyncDispose]());

test("a name is found in any case, and at every host of the service", async () => {
  const at = hostsOf(service);
  const path = `${WEBFINGER_PATH}?resource=acct:Bob@INBOX.localhost`;
  for (const host of ["inbox.localhost", "mail.example.org", "localhost"]) {
    const answer = await at(host, path);
    expect([host, answer.status]).toEqual([host, 200]);
  }
});

test("an unknown, a closed and a foreign name get the same answer", async () => {
  const bodies: unknown[] = [];
  for (const address of [
    "nobody@inbox.localhost",
    "gone@inbox.localhost",
    "bob@elsewhere.example",
    "postmaster@inbox.localhost",
  ]) {
    const answer = await service.fetch(
      `${WEBFINGER_PATH}?resource=acct:${address}`,
    );
    expect([address, answer.status]).toEqual([address, 404]);
    const { requestId: _own, ...said } = await json(answer);
    bodies.push(said);
  }
  expect(bodies).toEqual(bodies.map(() => bodies[0]));
});
