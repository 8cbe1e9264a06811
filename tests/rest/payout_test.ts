import { expect, test } from "bun:test";
import { hashMessage } from "viem";
import { startAnvil } from "../../packages/rail-x402/tests/anvil.ts";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { smartWallet } from "../../packages/rail-x402/tests/smart_wallet.ts";
import { OPERATOR, wallet } from "../../packages/rail-x402/tests/stage.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sayInEnglish } from "../../src/core/base/words/say.ts";
import { noticeText } from "../../src/core/mail/notice_text.ts";
import { json } from "../harness.ts";
import { startPair } from "./pair.ts";

const { account: HERS } = wallet(77_001);
const WALLET = HERS.address;
const PATH = "/v1/payout-address";

/** A service that is set to a chain, whose node is away if none is named. */
async function start(url = "http://127.0.0.1:9") {
  await using key = await operatorKeyFile();
  const chain = chainEnv(url, key.path);
  const pair = await startPair({ RAIL: "x402", ...chain });
  const { service, alice, bob } = pair;
  const session = await service.addSession(bob);
  const put = async (
    address: unknown,
    {
      token = session.token,
      ...more
    }: { token?: string; signature?: string } = {},
  ) => {
    const json = { address, ...more };
    return await service.fetch(PATH, { method: "PUT", token, json });
  };
  /** The text that the wallet of an address has to sign. */
  const asked = async (address: string) =>
    String((await json(await put(address))).textToSign);
  /** Signs it, and sends both. */
  const prove = async (address: string = WALLET) => {
    const message = await asked(address);
    const signature = await HERS.signMessage({ message });
    return await put(address, { signature });
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
  return { ...pair, session, put, asked, prove, account, offer, changes };
}

test("a person says where they are paid; before that, a price to them is refused", async () => {
  await using pair = await start();
  const { service, alice, bob, put, prove, account, offer, changes } = pair;
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
  const unproven = await put(WALLET);
  expect([unproven.status, await json(unproven)]).toMatchObject([
    409,
    {
      code: "proof_required",
      textToSign: expect.stringContaining(bob.address),
    },
  ]);
  expect(await offer()).toMatchObject({ code: "no_payout_address" });
  const set = await prove(WALLET.toLowerCase());
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
  const mistyped = WALLET.replace(/[a-f]/, (it) => it.toUpperCase());
  for (const [address, why] of [
    [mistyped, "the address has a typo"],
    [WALLET.slice(0, -1), "40 hex digits"],
    ["vitalik.eth", "40 hex digits"],
    [OPERATOR, "no one could withdraw money"],
    [`0x${"0".repeat(40)}`, "no one could withdraw money"],
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
  const { clock, bob, put, prove, account } = pair;
  const byAgent = await put(WALLET, { token: bob.token });
  expect(byAgent.status).toBe(403);
  clock.advance(LIMITS.freshSignInMs);
  const late = await prove();
  expect((await json(late)).code).toBe("sign_in_again");
  expect((await account()).payout.address).toBeNull();
});

test("a person reads in a mail that where they are paid was changed, and nothing where it was not", async () => {
  await using pair = await start();
  const notices = async () => {
    const { orm } = pair.service.services.db;
    const rows = await orm.values<[string]>("select body from deliveries");
    return rows.filter(([body]) => body.includes("payout_changed")).length;
  };
  await pair.put(null);
  expect(await notices()).toBe(0);
  await pair.put(WALLET);
  expect(await notices()).toBe(0);
  await pair.prove();
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
  expect(notice?.text).toContain("If this wasn't you");
});

test("a wallet of somebody else, another text and another account prove nothing", async () => {
  await using anvil = await startAnvil();
  await using pair = await start(anvil.url);
  const { put, asked, session } = pair;
  const message = await asked(WALLET);
  const other = wallet(77_002).account;
  const otherText = await asked(other.address);
  expect(otherText).not.toBe(message);
  expect(message).toContain(pair.service.services.settings.baseUrl);
  const aliceSession = await pair.service.addSession(pair.alice);
  const hers = await json(
    await pair.service.fetch(PATH, {
      ...{ method: "PUT", token: aliceSession.token },
      json: { address: WALLET },
    }),
  );
  expect(hers.textToSign).not.toBe(message);
  const forged = [
    await other.signMessage({ message }),
    await HERS.signMessage({ message: otherText }),
    await HERS.signMessage({ message: hers.textToSign }),
    await HERS.signMessage({ message: `${message} ` }),
    "0x",
    "yes",
  ];
  for (const signature of forged) {
    const answer = await put(WALLET, { signature });
    expect([signature, answer.status, await json(answer)]).toMatchObject([
      ...[signature, 400],
      { code: "invalid_input", errors: [{ pointer: "/signature" }] },
    ]);
  }
  expect((await pair.account()).payout.address).toBeNull();
  // As some wallets write it: the last byte counts from 0.
  const good = await HERS.signMessage({ message });
  const signature = good.replace(/1b$/, "00").replace(/1c$/, "01");
  expect(signature).not.toBe(good);
  expect((await put(WALLET, { signature, token: session.token })).status).toBe(
    200,
  );
});

test("a wallet that is a contract proves it by its own answer, on the chain or not yet; not while the node is away", async () => {
  await using anvil = await startAnvil();
  let isAway = false;
  using way = Bun.serve({
    port: 0,
    fetch: async (request) =>
      isAway
        ? new Response("", { status: 503 })
        : await fetch(anvil.url, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: await request.text(),
          }),
  });
  await using pair = await start(way.url.href);
  const { put, asked, account } = pair;
  const made = await smartWallet(anvil, 77_010);
  await made.make();
  const later = await smartWallet(anvil, 77_011);
  for (const [one, isWrapped] of [
    [made, false],
    [later, true],
  ] as const) {
    const digest = hashMessage(await asked(one.address));
    const own = await one.signDigest(digest);
    const signature = isWrapped ? one.wrap(own) : own;
    const swapped = await (one === made ? later : made).signDigest(digest);
    expect((await put(one.address, { signature: swapped })).status).toBe(400);
    isAway = true;
    const away = await put(one.address, { signature });
    expect((await json(away)).code).toBe("unavailable");
    isAway = false;
    expect((await put(one.address, { signature })).status).toBe(200);
    expect((await account()).payout.address.toLowerCase()).toBe(one.address);
  }
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
