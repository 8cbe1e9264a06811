import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

const IMPORT = "/v1/contacts/import";
let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service[Symbol.asyncDispose]());

const owner = () => service.addAccount(`owner${++count}`);

async function ask(
  { token }: Pick<TestAccount, "token">,
  file: string | Uint8Array,
  path = IMPORT,
) {
  const body = { bytes: Buffer.from(file).toString("base64") };
  return await json(
    await service.fetch(path, { method: "POST", token, json: body }),
  );
}

const preview = (who: Pick<TestAccount, "token">, file: string | Uint8Array) =>
  ask(who, file, `${IMPORT}/preview`);

async function contactsOf({ token }: Pick<TestAccount, "token">) {
  return (await json(await service.fetch("/v1/contacts", { token }))).contacts;
}

const CARDS = `BEGIN:VCARD\r
VERSION:3.0\r
FN:Zoë \\, Müller\r
item1.EMAIL;type=INTERNET;type="a:b":zoe.long.address\r
 @mail.example\r
EMAIL:ZOE.LONG.ADDRESS@mail.example\r
PHOTO;ENCODING=b:AAAA\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:4.0\r
EMAIL;PREF=1:mailto:paul@mail.example\r
FN:Paul\r
END:VCARD\r
BEGIN:VCARD\r
FN:Nobody\r
EMAIL:no address\r
END:VCARD\r
`;

test("cards of vCard 3 and 4 are shown before they are kept, each address once, and added as everyone", async () => {
  const alice = await owner();
  expect(await preview(alice, CARDS)).toEqual({
    new: 2,
    known: 0,
    refused: 1,
    items: [
      {
        address: "zoe.long.address@mail.example",
        name: "Zoë , Müller",
        status: "new",
      },
      { address: "paul@mail.example", name: "Paul", status: "new" },
      {
        address: "no address",
        name: "Nobody",
        status: "refused",
        reason: "This isn't an email address.",
      },
    ],
  });
  expect(await contactsOf(alice)).toEqual([]);
  expect(await ask(alice, CARDS)).toMatchObject({ added: 2, left: 0 });
  const kept = await contactsOf(alice);
  expect(kept).toHaveLength(2);
  for (const it of kept) {
    expect(it).toMatchObject({
      contactType: "everyone",
      blocked: false,
      allowed: false,
    });
  }
});

test("the tables of Google, Outlook and others are read, whatever stands between their cells", async () => {
  const alice = await owner();
  const google =
    'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Notes\nAda,"Love ""A"" lace",Home,ada@mail.example ::: a2@mail.example,"two\nlines"\n';
  const outlook =
    "First Name;E-mail Address;E-mail Type;E-mail Display Name;E-mail 2 Address\r\nBob;bob@mail.example;SMTP;x@not.example;b2@mail.example\r\n";
  const plain = "Name\tEmail\nCäsar\tcarl@mail.example";
  const named = async (file: string | Uint8Array) =>
    (await preview(alice, file)).items.map(
      (it: { name: string; address: string }) => [it.name, it.address],
    );
  expect(await named(google)).toEqual([
    ['Ada Love "A" lace', "ada@mail.example"],
    ['Ada Love "A" lace', "a2@mail.example"],
  ]);
  expect(await named(outlook)).toEqual([
    ["Bob", "bob@mail.example"],
    ["Bob", "b2@mail.example"],
  ]);
  for (const bytes of [
    Buffer.from(plain),
    Buffer.from(`\ufeff${plain}`),
    Buffer.from(`\ufeff${plain}`, "utf16le"),
    Buffer.from(plain, "latin1"),
  ]) {
    expect(await named(bytes)).toEqual([["Cäsar", "carl@mail.example"]]);
  }
});

test("a table is read however its lines end and whatever blank lines stand before them", async () => {
  const alice = await owner();
  const table = 'Name;Email\nहिन्दी;h@mail.example\n"a\nb";ab@mail.example\n';
  for (const file of [
    table.replaceAll("\n", "\r"),
    table.replaceAll("\n", "\r\n"),
    `\r\n\n${table}`,
  ]) {
    expect((await preview(alice, file)).items).toMatchObject([
      { name: "हिन्दी", address: "h@mail.example", status: "new" },
      { name: "a b", address: "ab@mail.example", status: "new" },
    ]);
  }
});

test("who is a contact stays as they are, oneself is refused, an account is one however it is written", async () => {
  const alice = await owner();
  const bob = await owner();
  await service.fetch(`/v1/contacts/${bob.address}`, {
    method: "PUT",
    token: alice.token,
    json: { blocked: true },
  });
  const carl = await owner();
  const file = `Email\n${bob.address}\n${alice.address}\n${carl.address.toUpperCase()}\n${carl.address}\n`;
  expect(await ask(alice, file)).toMatchObject({
    new: 1,
    known: 1,
    refused: 1,
    added: 1,
  });
  const kept = await contactsOf(alice);
  expect(
    kept.find(({ address }: { address: string }) => address === bob.address),
  ).toMatchObject({ blocked: true });
  // The same file again changes nothing.
  expect(await ask(alice, file)).toMatchObject({ added: 0, known: 2 });
  expect(await contactsOf(alice)).toEqual(kept);
});

test("an import is undone, but for whom was changed since", async () => {
  const alice = await owner();
  await ask(alice, "Email\nbefore@mail.example\n");
  service.clock.advance(1_000);
  const { importedAt } = await ask(
    alice,
    "Email\none@mail.example\ntwo@mail.example\n",
  );
  service.clock.advance(1_000);
  await service.fetch("/v1/contacts/two@mail.example", {
    method: "PUT",
    token: alice.token,
    json: { contactType: "promotions" },
  });
  const undo = async (said: string) =>
    await json(
      await service.fetch(`${IMPORT}/undo`, {
        method: "POST",
        token: alice.token,
        json: { importedAt: said },
      }),
    );
  expect(await undo(importedAt)).toEqual({ removed: 1 });
  expect(await undo(importedAt)).toEqual({ removed: 0 });
  expect((await undo("yesterday")).code).toBe("invalid_input");
  expect(
    (await contactsOf(alice)).map(
      ({ address }: { address: string }) => address,
    ),
  ).toEqual(["before@mail.example", "two@mail.example"]);
});

test("each contact of an import and of its undoing is a record of the account, without an address", async () => {
  await using own = await startService();
  const alice = await own.addAccount("alice");
  const send = (path: string, body: object) =>
    own.fetch(path, { method: "POST", token: alice.token, json: body });
  const bytes = Buffer.from("Email\nsecret@mail.example\n").toString("base64");
  const { importedAt } = await json(await send(IMPORT, { bytes }));
  await send(`${IMPORT}/undo`, { importedAt });
  const rows = await own.services.db.orm.values<[string]>(
    sql`select body from audit_records where chain_id = ${alice.accountId}`,
  );
  const records = JSON.stringify(rows);
  expect(records).toContain("contact.added");
  expect(records).toContain("contact.removed");
  expect(records).not.toContain("secret");
});

test("a hostile file is refused, or read as words, and never becomes anything else", async () => {
  const alice = await owner();
  const refused = async (file: string | Uint8Array) =>
    (await preview(alice, file)).code;
  expect(await refused("")).toBe("invalid_input");
  expect(await refused("Name,Phone\nx,1\n")).toBe("invalid_input");
  expect(await refused(new Uint8Array([80, 75, 3, 4, 0, 0]))).toBe(
    "invalid_input",
  );
  const full = `BEGIN:VCARD\nPHOTO:${"A".repeat(LIMITS.contactFileBytesMax - 60)}\nEMAIL:a@b.example\nEND:VCARD`;
  expect(await preview(alice, full)).toMatchObject({ new: 1 });
  expect(await refused(`${full}${" ".repeat(60)}`)).toBe("payload_too_large");
  const lines = "a\n".repeat(LIMITS.contactFileEntriesMax + 2);
  expect(await refused(`Email\n${lines}`)).toBe("payload_too_large");
  const cards = "EMAIL:a@b.example\n".repeat(LIMITS.contactFileEntriesMax + 1);
  expect(await refused(`BEGIN:VCARD\n${cards}END:VCARD`)).toBe(
    "payload_too_large",
  );
  const notBase64 = await service.fetch(`${IMPORT}/preview`, {
    method: "POST",
    token: alice.token,
    json: { bytes: "%%" },
  });
  expect((await json(notBase64)).code).toBe("invalid_input");
  // An address cut off at the greatest length would be somebody else's.
  const long = `${"a".repeat(LIMITS.addressCharsMax - 12)}@mail.example.evil.example`;
  const { items } = await preview(
    alice,
    `Name,Email\n"=HYPERLINK(""https://evil.example"")",=cmd|x\n\u202eevil,${long}\n"unclosed,a@mail.example\n`,
  );
  expect(items).toMatchObject([
    {
      name: '=HYPERLINK("https://evil.example")',
      address: "=cmd|x",
      status: "refused",
    },
    { name: "evil", status: "refused" },
  ]);
  expect(await contactsOf(alice)).toEqual([]);
});

test("so many are added at once, the rest by the same file again; a program needs the scope of new contacts", async () => {
  const alice = await owner();
  const many = Array.from(
    { length: LIMITS.contactsAddedMax + 3 },
    (_, n) => `p${n}@mail.example`,
  );
  const file = `Email\n${many.join("\n")}\n`;
  expect(await ask(alice, file)).toMatchObject({
    added: LIMITS.contactsAddedMax,
    left: 3,
  });
  expect(await ask(alice, file)).toMatchObject({ added: 3, left: 0 });
  const token = await service.addCredential(alice, [
    "contacts:read",
    "contacts:write",
  ]);
  expect((await ask({ token }, "Email\nx@mail.example\n")).code).toBe(
    "insufficient_scope",
  );
});

test("a contact keeps the name of its file until its owner changes it, and is suggested by it", async () => {
  const [alice, bob] = [await owner(), await owner()];
  const file = `Name,Email\nZoë Müller,zoe@mail.example\nMy Bob,${bob.address}\n`;
  await ask(alice, file);
  const names = async () =>
    (await contactsOf(alice)).map(({ name }: { name: string }) => name);
  expect((await names()).toSorted()).toEqual(["My Bob", "Zoë Müller"]);
  const found = await service.fetch("/v1/recipients?q=müller", {
    token: alice.token,
  });
  expect((await json(found)).recipients).toMatchObject([
    { address: "zoe@mail.example", name: "Zoë Müller" },
  ]);
  const resolved = await service.fetch(
    `/api/router/resolve?address=${bob.address}`,
    { token: alice.token },
  );
  expect((await json(resolved)).displayName).toBe("My Bob");

  // A later file changes nothing of it, and a message to them neither.
  await ask(alice, file.replace("Zoë Müller", "Z."));
  await service.fetch("/v1/conversations", {
    method: "POST",
    token: alice.token,
    json: { to: bob.address, title: "Hi", text: "x", submit: true },
  });
  expect((await names()).toSorted()).toEqual(["My Bob", "Zoë Müller"]);

  const rename = (json: object) =>
    service.fetch("/v1/contacts/zoe@mail.example", {
      method: "PUT",
      token: alice.token,
      json,
    });
  expect((await rename({ name: " Zoë\n" })).status).toBe(200);
  expect((await rename({ blocked: true })).status).toBe(200);
  expect((await names()).toSorted()).toEqual(["My Bob", "Zoë"]);
});
