import { expect, test } from "bun:test";
import { Value } from "typebox/value";
import { ANONYMOUS } from "../../../src/core/access/principal.ts";
import { contactStore } from "../../../src/core/addresses/contacts_store.ts";
import { brokenRule } from "../../../src/core/addresses/local_part.ts";
import { isReserved } from "../../../src/core/addresses/reserved_local_parts.ts";
import { addressStore } from "../../../src/core/addresses/store.ts";
import { auditStore } from "../../../src/core/audit/store.ts";
import { checkFreeAddress } from "../../../src/core/operations/check_free_address.ts";
import { claimFreeAddress } from "../../../src/core/operations/claim_free_address.ts";
import { getFreeAddress } from "../../../src/core/operations/get_free_address.ts";
import { resolveAddress } from "../../../src/core/operations/resolve_address.ts";
import { refusal as refused } from "../core_harness.ts";
import { openCore } from "../fixture.ts";

const refusal = (code: string) => expect.objectContaining({ code });

test("a free address is claimed once, shown, and recorded in the account's chain", async () => {
  await using core = await openCore();
  const { member, accountId } = await core.add();
  expect(await core.run(getFreeAddress, member, {})).toEqual({ address: null });

  const input = { localPart: "alice.b" };
  const first = await core.run(claimFreeAddress, member, input);
  expect(first.created).toBe(true);
  expect(first.address).toMatchObject({
    localPart: "alice.b",
    address: "alice.b@inbox.localhost",
    displayName: "Nobody",
    cardUrl: null,
    createdAt: "2026-01-15T12:00:00.000Z",
  });
  expect(first.address.prices.map((row) => row.contactType)).toEqual([
    "friends_family",
    "coworkers",
    "clients",
    "promotions",
    "everyone",
  ]);
  expect(first.address.prices.map((row) => row.price.amount)).toEqual([
    "0.00",
    "0.00",
    "0.00",
    "1.00",
    "0.00",
  ]);
  const again = await core.run(claimFreeAddress, member, input);
  expect(again).toEqual({ address: first.address, created: false });
  expect(await core.run(getFreeAddress, member, {})).toEqual({
    address: first.address,
  });

  const chain = await auditStore(core.services.db).page(accountId, 0, 100);
  const types = chain.map(({ said }) => said.type);
  expect(types).toEqual([
    "account.created",
    "credential.created",
    "address.claimed",
  ]);
});

test("every wrong claim has its own error", async () => {
  await using core = await openCore();
  await core.add("alice");
  const bob = await core.add("bob");
  const claim = (localPart: string) =>
    core.run(claimFreeAddress, bob.member, { localPart });
  await expect(claim("Bob")).rejects.toThrow(refusal("invalid_local_part"));
  await expect(claim("")).rejects.toThrow(refusal("invalid_local_part"));
  await expect(claim("x".repeat(65))).rejects.toThrow(
    refusal("invalid_local_part"),
  );
  await expect(claim("hello")).rejects.toThrow(refusal("reserved"));
  await expect(claim("he11o")).rejects.toThrow(refusal("reserved"));
  await expect(claim("alice")).rejects.toThrow(refusal("taken"));
  await expect(claim("robert")).rejects.toThrow(refusal("already_has_address"));
  await expect(
    core.run(claimFreeAddress, ANONYMOUS, { localPart: "x" }),
  ).rejects.toThrow("Sign in to reserve an address.");
});

test("of many that race for one local-part one gets it, the others hear taken", async () => {
  await using core = await openCore();
  const racers = [];
  for (let i = 0; i < 20; i++) racers.push(await core.add());
  const results = await Promise.allSettled(
    racers.map(({ member }) =>
      core.run(claimFreeAddress, member, { localPart: "prize" }),
    ),
  );
  const won = results.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") {
      expect(result.reason).toMatchObject({ code: "taken" });
    }
  }
});

test("one account that races for two local-parts gets one", async () => {
  await using core = await openCore();
  const { member } = await core.add();
  const results = await Promise.allSettled(
    ["one", "two", "one", "three"].map((localPart) =>
      core.run(claimFreeAddress, member, { localPart }),
    ),
  );
  const codes = results.map((result) =>
    result.status === "fulfilled" ? result.value.created : result.reason.code,
  );
  expect(codes).toEqual([
    true,
    "already_has_address",
    false,
    "already_has_address",
  ]);
});

test("a check says why not, and suggests what really is free", async () => {
  await using core = await openCore();
  const { member } = await core.add("alice");
  for (const localPart of ["alice2", "alice-mail", "my-alice"]) {
    await core.add(localPart);
  }
  const check = (localPart: string) =>
    core.run(checkFreeAddress, member, { localPart });
  expect(await check("free")).toEqual({
    localPart: "free",
    available: true,
    reason: null,
    suggestions: [],
  });
  expect(await check("Alice")).toMatchObject({ reason: "invalid", rule: 1 });
  expect(await check("x".repeat(65))).toMatchObject({ rule: 2 });
  const long = "x".repeat(64);
  await core.add(long);
  for (const [localPart, reason] of [
    ["alice", "taken"],
    ["security", "reserved"],
    ["hell0", "reserved"],
    [long, "taken"],
  ] as const) {
    const found = await check(localPart);
    expect(found).toMatchObject({ available: false, reason });
    expect(new Set(found.suggestions).size).toBe(3);
    for (const suggestion of found.suggestions) {
      expect(brokenRule(suggestion)).toBeUndefined();
      expect(isReserved(suggestion)).toBe(false);
      const store = addressStore(core.services.db);
      expect(await store.byLocalPart(suggestion)).toBeUndefined();
    }
  }
});

test("whoever asks for a taken name hears of names that are free, and can have one", async () => {
  await using core = await openCore();
  await core.add("alice");
  const { member } = await core.add();
  const claim = (localPart: string) =>
    core.run(claimFreeAddress, member, { localPart });
  const error = await refused(claim("alice"));
  expect(error.code).toBe("taken");
  const [first = "", ...more] = error.extra.suggestions as string[];
  expect(more).toHaveLength(2);
  const { created, address } = await claim(first);
  expect({ created, localPart: address.localPart }).toEqual({
    created: true,
    localPart: first,
  });
});

test("an address is an account only if one has reserved it", async () => {
  await using core = await openCore({
    BASE_URL: "https://inbox.example",
    ADDRESS_DOMAIN: "mail.example",
  });
  const alice = await core.add("alice");
  await core.add("bob.b");
  const resolve = async (address: string) => {
    const found = await core.run(resolveAddress, alice.member, { address });
    expect(Value.Check(resolveAddress.output, found)).toBe(true);
    return found;
  };
  const email = (address: string) => ({ gnesi: false, rail: "email", address });

  const found = await resolve(" MAILTO:Alice@Mail.Example ");
  expect(Object.keys(found).sort()).toEqual([
    "address",
    "agentCard",
    "displayName",
    "gnesi",
    "prices",
    "rail",
  ]);
  expect(found).toMatchObject({
    gnesi: true,
    address: "alice@mail.example",
    displayName: "alice",
    agentCard: "https://alice.mail.example/.well-known/agent-card.json",
  });
  expect((await resolve("bob.b@mail.example")).agentCard).toBe(
    "https://inbox.example/@bob.b/agent-card.json",
  );
  for (const agent of ["hello", "doorman", "courier", "security"]) {
    const service = await resolve(`${agent}@mail.example`);
    expect(service.gnesi).toBe(true);
    for (const { price } of service.prices ?? []) {
      expect(price.amountAtomic).toBe("0");
    }
  }
  for (const address of [
    "nobody@mail.example",
    "admin@mail.example",
    "alice@other.example",
    "alice@sub.mail.example",
    "alice@notmail.example",
    `${alice.accountId}@mail.example`,
  ]) {
    expect(await resolve(address)).toEqual(email(address) as never);
  }
  const { member } = alice;
  for (const address of ["", "alice", "a b@mail.example"]) {
    await expect(core.run(resolveAddress, member, { address })).rejects.toThrow(
      refusal("invalid_address"),
    );
  }
  await expect(
    core.run(resolveAddress, ANONYMOUS, { address: "x" }),
  ).rejects.toThrow(/^Sign in required$/);
});

test("a contact's type is told to its owner alone", async () => {
  await using core = await openCore();
  const alice = await core.add("alice");
  const bob = await core.add("bob");
  const { db } = core.services;
  const contact = {
    ownerId: alice.accountId,
    address: "bob@inbox.localhost",
    contactId: bob.accountId,
    contactType: "clients",
    byAgent: false,
    createdAt: 1,
    updatedAt: 1,
  } as const;
  const contacts = contactStore(db);
  await db.commit([contacts.upsert(contact)]);
  await db.commit([
    contacts.upsert({ ...contact, contactType: "coworkers", updatedAt: 2 }),
  ]);
  expect(await contacts.of(alice.accountId)).toEqual([
    {
      ...contact,
      contactType: "coworkers",
      name: "",
      standing: "usual",
      updatedAt: 2,
    },
  ]);
  const input = { address: "bob@inbox.localhost" };
  const told = await core.run(resolveAddress, alice.member, input);
  expect(told.contactType).toBe("coworkers");
  const own = await core.run(resolveAddress, bob.member, input);
  expect(own).not.toHaveProperty("contactType");
});
