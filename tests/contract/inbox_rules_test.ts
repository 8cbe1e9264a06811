import { expect, setDefaultTimeout, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import type { Pair } from "../tools/calls.ts";
import { startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const RULES = "/v1/inbox-rules";

async function ask(
  { service }: Pair,
  token: string,
  path: string,
  body?: object,
) {
  const how = body && { method: "POST", json: body };
  return await json(await service.fetch(path, { token, ...how }));
}

async function send(pair: Pair, title: string, more: object = {}) {
  const { conversationId } = await ask(
    pair,
    pair.alice.token,
    "/v1/conversations",
    {
      title,
      to: [pair.bob.address],
      text: "Words",
      submit: true,
      ...more,
    },
  );
  return String(conversationId);
}

async function read(pair: Pair, by: Pick<TestAccount, "token">, id: string) {
  return await ask(pair, by.token, `/v1/conversations/${id}?includeAudit=true`);
}

test("what fits is labelled and archived as it comes, recorded for its reader alone, and accepted by nobody", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  const before = await send(pair, "Invoice 1");
  const domain = alice.address.split("@")[1] ?? "";
  const made = await ask(pair, token, RULES, {
    from: domain.toUpperCase(),
    words: "invoíce",
    label: "To pay",
    archive: true,
  });
  const { ruleId } = made.rule;
  expect(made.rule).toMatchObject({
    from: domain,
    label: "To pay",
    archive: true,
  });
  const id = await send(pair, "Your INVOICE 2");
  const other = await send(pair, "Invoices of the year");
  const { conversation, audit } = await read(pair, { token }, id);
  expect(conversation).toMatchObject({
    labels: ["To pay"],
    archived: true,
    unread: true,
    state: "submitted",
    folders: expect.arrayContaining(["archive"]),
  });
  expect(conversation.checkpoints[0].status).toBe("open");
  const applied = audit.records.filter(
    (it: { type: string }) => it.type === "rule.applied",
  );
  expect(applied).toHaveLength(1);
  expect(JSON.stringify(applied)).toContain(ruleId);
  expect(JSON.stringify(await read(pair, alice, id))).not.toContain(
    "rule.applied",
  );
  for (const unsorted of [before, other]) {
    const { conversation } = await read(pair, { token }, unsorted);
    expect([conversation.labels, conversation.archived]).toEqual([[], false]);
  }
  const listed = await ask(
    pair,
    token,
    "/v1/conversations?label=to+pay&view=archive",
  );
  expect(listed.conversations).toHaveLength(1);
  await service.fetch(`${RULES}/${ruleId}`, { method: "DELETE", token });
  expect(await ask(pair, token, RULES)).toEqual({ rules: [] });
  const later = await send(pair, "Invoice 3");
  expect((await read(pair, { token }, later)).conversation.archived).toBe(
    false,
  );
});

test("a draft that is shown, kept and sent later is sorted once, when it is delivered", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  await ask(pair, token, RULES, { from: alice.address, label: "Alice" });
  const id = await send(pair, "Draft", { submit: false });
  await ask(pair, alice.token, "/v1/conversations/preview", {
    conversationId: id,
  });
  await ask(pair, alice.token, `/v1/conversations/${id}/submit`, {});
  const { conversation, audit } = await read(pair, { token }, id);
  expect(conversation.labels).toEqual(["Alice"]);
  const types = audit.records.map(({ type }: { type: string }) => type);
  expect(types.filter((it: string) => it === "rule.applied")).toHaveLength(1);
});

test("a rule of a person makes the sender a contact and accepts nothing; no program makes such a rule", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  const trusting = { from: alice.address, trust: true };
  const program = await service.addCredential(bob, ["conversations:write"]);
  expect((await ask(pair, program, RULES, trusting)).code).toBe(
    "person_required",
  );
  expect((await ask(pair, token, RULES, trusting)).rule.trust).toBe(true);
  const id = await send(pair, "Hello", { price: "1.00" });
  const { conversation } = await read(pair, { token }, id);
  expect(conversation.state).toBe("submitted");
  expect(conversation.payment.status).toBe("held");
  expect(conversation.needsYou).toBe(true);
  const contact = await ask(pair, token, `/v1/contacts/${alice.address}`);
  expect(JSON.stringify(contact)).toContain(alice.address);
});

test("a preview says what a rule would have been about, and changes nothing; what is no rule is refused", async () => {
  await using pair = await startPair();
  const { service, alice, bob } = pair;
  const { token } = await service.addSession(bob);
  const id = await send(pair, "Invoice 1");
  await send(pair, "Hello");
  const shown = await ask(pair, token, `${RULES}/preview`, {
    words: "invoice",
  });
  expect(shown.matched).toBe(1);
  expect(shown.examples).toEqual([
    { conversationId: id, title: "Invoice 1", from: alice.address },
  ]);
  expect(await ask(pair, token, RULES)).toEqual({ rules: [] });
  for (const bad of [
    {},
    { archive: true },
    { from: "a b", archive: true },
    { from: alice.address },
    { words: "!!", archive: true },
    { words: "x".repeat(LIMITS.ruleWordsCharsMax + 1), archive: true },
  ]) {
    expect([bad, (await ask(pair, token, RULES, bad)).code]).toEqual([
      bad,
      "invalid_input",
    ]);
  }
  const gone = await service.fetch(`${RULES}/rul_0`, {
    method: "DELETE",
    token,
  });
  expect((await json(gone)).code).toBe("rule_not_found");
});

test("the words of a rule are found in any script, with marks written either way, and all of them count", async () => {
  await using pair = await startPair();
  const { service, bob } = pair;
  const { token } = await service.addSession(bob);
  const titles = [
    "कल की हिन्दी कक्षा",
    "\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd!",
    "мой счёт".normalize("NFD"),
    Array.from({ length: 20 }, (_, at) => `w${at}`).join(" "),
  ];
  for (const title of titles) await send(pair, title);
  const found = async (words: string) => {
    const shown = await ask(pair, token, `${RULES}/preview`, { words });
    return shown.examples.map(({ title }: { title: string }) => title);
  };
  const [hindi = "", hebrew = "", russian = "", long = ""] = titles;
  expect(await found("हिन्दी")).toEqual([hindi]);
  expect(await found("हिन")).toEqual([]);
  expect(await found(hebrew.normalize("NFD"))).toEqual([hebrew]);
  expect(await found("МОЙ счёт")).toEqual([russian]);
  expect(await found(`${long} w20`)).toEqual([]);
  expect(await found(long)).toEqual([long]);
});
