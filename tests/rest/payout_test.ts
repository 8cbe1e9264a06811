import { expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import { noticeText } from "../../src/core/mail/notice_text.ts";
import { chainEnv, operatorKeyFile } from "../core/payments/chain/chain_env.ts";
import { OPERATOR } from "../core/payments/chain/stage.ts";
import { json } from "../harness.ts";
import { startPair } from "./pair.ts";

/** The example of ERC-55. */
const WALLET = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const PATH = "/v1/payout-address";

/** A service that is set to a chain; none of this asks its node. */
async function start() {
  await using key = await operatorKeyFile();
  const chain = chainEnv("http://127.0.0.1:9", key.path);
  const pair = await startPair({ RAIL: "x402", ...chain });
  const { service, alice, bob } = pair;
  const session = await service.addSession(bob);
  const put = async (address: unknown, token = session.token) => {
    const json = { address };
    return await service.fetch(PATH, { method: "PUT", token, json });
  };
  const account = async () =>
    await json(await service.fetch("/v1/account", { token: bob.token }));
  const offer = async () =>
    await json(
      await service.fetch("/v1/conversations", {
        ...{ method: "POST", token: alice.token },
        json: { to: [bob.address], text: "Hi", price: "1", submit: true },
      }),
    );
  const changes = async (since?: string) => {
    const query = since === undefined ? "" : `?since=${since}`;
    return await json(await service.fetch(`/v1/changes${query}`, session));
  };
  return { ...pair, put, account, offer, changes };
}

test("a person says where they are paid; before that, a price to them is refused", async () => {
  await using pair = await start();
  const { service, alice, bob, put, account, offer, changes } = pair;
  const { state: before } = await changes();
  expect(await account()).toMatchObject({
    payout: { network: "eip155:84532", address: null },
  });
  expect(await offer()).toMatchObject({
    ...{ status: 409, code: "no_payout_address" },
    fix: expect.stringContaining("PUT /v1/payout-address"),
  });
  const preview = await service.fetch("/v1/conversations/preview", {
    ...{ method: "POST", token: alice.token },
    json: { to: [bob.address], text: "Hi", price: "1" },
  });
  expect(await json(preview)).toMatchObject({
    ...{ outcome: "refused", problems: [{ code: "no_payout_address" }] },
  });
  const set = await put(WALLET.toLowerCase());
  expect([set.status, await json(set)]).toMatchObject([
    200,
    { address: WALLET },
  ]);
  expect((await account()).payout.address).toBe(WALLET);
  expect(await offer()).toMatchObject({
    conversation: {
      ...{ state: "auth-required" },
      payment: {
        requirements: { accepts: [{ payTo: WALLET.toLowerCase() }] },
      },
    },
  });
  await put(null);
  expect((await account()).payout.address).toBeNull();
  expect(await changes(before)).toMatchObject({
    settings: { changed: ["payout"] },
  });
});

test("an address with a mistyped letter or of the escrow itself is refused, and says why", async () => {
  await using pair = await start();
  const mistyped = WALLET.replace("5aA", "5AA");
  for (const [address, why] of [
    [mistyped, "capital letters do not fit"],
    [WALLET.slice(0, -1), "40 hex digits"],
    ["vitalik.eth", "40 hex digits"],
    [OPERATOR, "nobody could get money out"],
    [`0x${"0".repeat(40)}`, "nobody could get money out"],
  ] as const) {
    const answer = await pair.put(address);
    expect([answer.status, await json(answer)]).toMatchObject([
      400,
      {
        code: "invalid_input",
        errors: [{ pointer: "/address", detail: expect.stringContaining(why) }],
      },
    ]);
  }
});

test("an agent, or a person who signed in long ago, cannot change where money goes", async () => {
  await using pair = await start();
  const { clock, bob, put, account } = pair;
  const byAgent = await put(WALLET, bob.token);
  expect(byAgent.status).toBe(403);
  clock.advance(LIMITS.freshSignInMs);
  const late = await put(WALLET);
  expect((await json(late)).code).toBe("sign_in_again");
  expect((await account()).payout.address).toBeNull();
});

test("a person reads in a mail that where they are paid was changed, and nothing where it was not", async () => {
  await using pair = await start();
  const notices = async () => {
    const { orm } = pair.service.services.db;
    const rows = await orm.values<[string]>("select body from outbox");
    return rows.filter(([body]) => body.includes("payout_changed")).length;
  };
  await pair.put(null);
  expect(await notices()).toBe(0);
  await pair.put(WALLET);
  await pair.put(WALLET.toLowerCase());
  expect(await notices()).toBe(1);
  await pair.put(null);
  expect(await notices()).toBe(2);
  const notice = noticeText(
    {
      ...{ outboxId: "out_1", to: "bob@example.com", about: "payout_changed" },
      conversationId: null,
    },
    sayInEnglish,
  );
  expect(notice?.path).toBe("/settings/prices");
  expect(notice?.text).toContain("If that was not you");
});

test("where prices are test money nobody has such an address", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { token } = await service.addSession(bob);
  const json_ = { address: WALLET };
  const put = { method: "PUT", token, json: json_ };
  expect((await service.fetch(PATH, put)).status).toBe(409);
  expect(
    await json(await service.fetch("/v1/account", { token })),
  ).not.toHaveProperty("payout");
});
