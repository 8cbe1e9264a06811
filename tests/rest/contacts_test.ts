import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount } from "../harness.ts";
import { json, START } from "../harness.ts";
import { unfoldRecords } from "../records.ts";
import { shared } from "../shared.ts";
import type { Pair } from "./pair.ts";
import { startPair } from "./pair.ts";

const thePair = shared(startPair);

const NOW = new Date(START).toISOString();
const at = (address: string) => `/v1/contacts/${encodeURIComponent(address)}`;

/** Alice herself says it: what an agent may is in contact_grants_test.ts. */
async function put({ service, alice }: Pair, address: string, body: object) {
  const { token } = await service.addSession(alice);
  return await service.fetch(at(address), { method: "PUT", token, json: body });
}

function get({ service, alice }: Pair, path: string) {
  return service.fetch(path, { token: alice.token });
}

function remove(
  { service, alice }: Pair,
  address: string,
  token = alice.token,
) {
  return service.fetch(at(address), { method: "DELETE", token });
}

/** Types of the records in alice's own chain, the oldest first. */
async function records({ service, alice }: Pair): Promise<readonly object[]> {
  const { db } = service.services;
  await unfoldRecords(db);
  const rows = await db.orm.values<[string]>(
    sql`select body from unfolded_records where chain_id = ${alice.accountId} and body ->> '$.type' like 'contact.%' order by seq`,
  );
  return rows.map(([body]) => {
    const { type, refs } = JSON.parse(body);
    return { type, ...refs };
  });
}

test("a contact is added, changed, read and deleted, each on record in the owner's chain", async () => {
  await using pair = await startPair();
  const { bob, clock } = pair;
  const created = await put(pair, bob.address, { contactType: "clients" });
  expect(created.status).toBe(201);
  const contact = {
    address: bob.address,
    account: true,
    contactType: "clients",
    name: "",
    blocked: false,
    allowed: false,
    createdAt: NOW,
    updatedAt: NOW,
  };
  expect(await json(created)).toEqual({ contact, created: true });
  clock.advance(1_000);
  const changed = await put(pair, bob.address.toUpperCase(), { blocked: true });
  expect(changed.status).toBe(200);
  const blocked = {
    ...contact,
    blocked: true,
    updatedAt: new Date(START + 1_000).toISOString(),
  };
  expect(await json(changed)).toEqual({ contact: blocked, created: false });
  await put(pair, bob.address, { blocked: true });
  const read = await get(pair, at(bob.address));
  expect([read.status, await json(read)]).toEqual([200, blocked]);
  // A block is not an agent's to end, by deleting as little as otherwise.
  const kept = await remove(pair, bob.address);
  expect((await json(kept)).code).toBe("person_required");
  const { token } = await pair.service.addSession(pair.alice);
  const removed = await remove(pair, bob.address, token);
  expect(await json(removed)).toEqual({ address: bob.address, deleted: true });
  expect((await remove(pair, bob.address)).status).toBe(404);
  expect((await json(await get(pair, at(bob.address)))).code).toBe(
    "contact_not_found",
  );
  const of = { contactId: bob.accountId, contactType: "clients" };
  expect(await records(pair)).toEqual([
    { type: "contact.added", ...of, standing: "usual" },
    { type: "contact.changed", ...of, standing: "blocked" },
    { type: "contact.removed", ...of, standing: "blocked" },
  ]);
});

test("an address of the outside is a contact too, and stays out of the audit chain", async () => {
  await using pair = await startPair();
  const { contact } = await json(await put(pair, "Eve@Example.org", {}));
  expect(contact).toMatchObject({
    address: "eve@example.org",
    account: false,
    contactType: "everyone",
  });
  expect(JSON.stringify(await records(pair))).not.toContain("example");
});

test("what was said before stays: a message to a contact changes no block", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  await put(pair, bob.address, { blocked: true });
  const { token } = await service.addSession(alice);
  await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: {
      to: [bob.address],
      text: "x",
      contactType: "coworkers",
      submit: true,
    },
  });
  expect(await json(await get(pair, at(bob.address)))).toMatchObject({
    contactType: "coworkers",
    blocked: true,
  });
});

test("allowed and blocked end one another, and false ends only its own", async () => {
  await using pair = await startPair();
  const { bob } = pair;
  const said = async (body: object) => {
    const { contact } = await json(await put(pair, bob.address, body));
    return [contact.blocked, contact.allowed];
  };
  expect(await said({ allowed: true })).toEqual([false, true]);
  expect(await said({ blocked: false })).toEqual([false, true]);
  expect(await said({ blocked: true })).toEqual([true, false]);
  expect(await said({ allowed: false })).toEqual([true, false]);
  expect(await said({ blocked: false })).toEqual([false, false]);
});

test("wrong contacts are refused with what is wrong", async () => {
  await using pair = await startPair();
  const { alice, bob } = pair;
  const refused = async (address: string, body: object) => {
    const response = await put(pair, address, body);
    const { code, errors } = await json(response);
    return [response.status, code, errors?.[0]?.pointer];
  };
  const both = { blocked: true, allowed: true };
  expect(await refused(bob.address, both)).toEqual([
    400,
    "invalid_input",
    "/allowed",
  ]);
  for (const body of [{ contactType: "enemies" }, { blocked: "yes" }]) {
    expect((await refused(bob.address, body)).slice(0, 2)).toEqual([
      400,
      "invalid_input",
    ]);
  }
  expect(await refused(alice.address, {})).toEqual([
    400,
    "invalid_address",
    "/address",
  ]);
  expect((await refused("nobody", {}))[1]).toBe("invalid_address");
  const list = await json(await get(pair, "/v1/contacts"));
  expect(list).toEqual({ contacts: [], nextCursor: null, hasMore: false });
});

describe("GET /v1/contacts", () => {
  test("gives every contact once, by address, a page at a time", async () => {
    await using pair = await startPair();
    const wanted = ["a@x.org", "b@x.org", pair.bob.address, "c@x.org"];
    for (const address of wanted) await put(pair, address, {});
    const seen: string[] = [];
    let path: string | undefined = "/v1/contacts?limit=3";
    for (let page = 0; path !== undefined && page < 5; page++) {
      const response = await get(pair, path);
      const { contacts, hasMore } = await json(response);
      seen.push(...contacts.map(({ address }: { address: string }) => address));
      path = /<([^>]+)>/.exec(response.headers.get("link") ?? "")?.[1];
      expect(path !== undefined).toBe(hasMore);
    }
    expect(seen).toEqual(wanted.toSorted());
  });

  test.each([
    ["cursor=x", "invalid_cursor"],
    [`cursor=${"A".repeat(LIMITS.contactCursorCharsMax + 1)}`, "invalid_input"],
    ["limit=0", "invalid_input"],
    [`limit=${LIMITS.pageMax + 1}`, "invalid_input"],
  ])("?%s is %s", async (query, code) => {
    const pair = thePair();
    const response = await get(pair, `/v1/contacts?${query}`);
    expect(response.status).toBe(400);
    expect((await json(response)).code).toBe(code);
  });

  test("shows nobody another one's contacts", async () => {
    await using pair = await startPair();
    const { service, bob } = pair;
    await put(pair, bob.address, { blocked: true });
    const { token } = bob;
    const list = await service.fetch("/v1/contacts", { token });
    expect((await json(list)).contacts).toEqual([]);
    const one = await service.fetch(at(pair.alice.address), { token });
    expect(one.status).toBe(404);
  });
});

test("an agent changes contacts with contacts:write, and adds one with contacts:new only", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const token = await service.addCredential(alice, ["contacts:write"]);
  const said = async () => {
    const response = await service.fetch(at(bob.address), {
      method: "PUT",
      token,
      json: { blocked: true },
    });
    return [response.status, (await json(response)).scope];
  };
  expect(await said()).toEqual([403, "contacts:new"]);
  await put(pair, bob.address, {});
  expect(await said()).toEqual([200, undefined]);
});

test("resolve shows a contact's type only to the account that has the contact", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const carol = await service.addAccount("carol");
  const told = async (by: TestAccount, { address }: TestAccount) => {
    const query = new URLSearchParams({ address });
    const path = `/api/router/resolve?${query}`;
    const found = await json(await service.fetch(path, { token: by.token }));
    expect(found.gnesi).toBe(true);
    return found.contactType;
  };
  const rows = () =>
    Promise.all([told(alice, bob), told(bob, alice), told(carol, bob)]);
  expect(await rows()).toEqual([undefined, undefined, undefined]);
  await put(pair, bob.address, { contactType: "clients" });
  expect(await rows()).toEqual(["clients", undefined, undefined]);
  // A first message makes the entry of its sender; the recipient's is their own.
  await service.fetch("/v1/conversations", {
    method: "POST",
    token: carol.token,
    json: { to: [bob.address], text: "x", submit: true },
  });
  expect(await rows()).toEqual(["clients", undefined, "everyone"]);
  await remove(pair, bob.address);
  expect(await rows()).toEqual([undefined, undefined, "everyone"]);
});

test("all addresses of an account are one contact", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  await put(pair, bob.address, { contactType: "clients" });
  await service.services.db.commit([
    {
      sql: "insert into address_domains (id, account_id, domain, status, token, created_at, verified_at, misses) values ('dom_1', ?, 'bob.example', 'verified', 't', 1, 1, 0)",
      args: [bob.accountId],
    },
  ]);
  const other = await json(
    await put(pair, "bob@bob.example", { blocked: true }),
  );
  expect(other).toMatchObject({
    created: false,
    contact: { address: bob.address, contactType: "clients", blocked: true },
  });
  const list = await json(await get(pair, "/v1/contacts"));
  expect(list.contacts).toHaveLength(1);
});
