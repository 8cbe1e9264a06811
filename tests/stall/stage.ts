import { sql } from "drizzle-orm";
import { LIMITS } from "../../src/core/base/limits.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json } from "../harness.ts";

/** The conversations of an account that was written to for a year: long, heavy, and many. */
export async function conversationsFor(
  service: TestService,
  { sender, recipient }: Record<"sender" | "recipient", TestAccount>,
) {
  const create = async (title: string): Promise<string> => {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: sender.token,
      json: { title, text: "first", to: [recipient.address], submit: true },
    });
    return (await json(response)).conversationId;
  };
  const long = await create("long");
  const short = `'[{"text":"a short message"}]'`;
  await fill(service, { id: long, count: LIMITS.messagesMax, parts: short });
  let heavy = "";
  for (let index = 0; index < 12; index++) {
    heavy = await create("heavy");
    const text = `replace(hex(zeroblob(${LIMITS.textCharsMax / 2})), '0', 'x')`;
    const parts = `json_array(json_object('text', ${text}))`;
    await fill(service, { id: heavy, count: 45, parts });
  }
  await multiply(service, await create("one of many"), 30_000);
  return { long, heavy };
}

/** A conversation that was really written to: its records hold, its files are there. */
export async function writtenThread(
  { services, fetch }: TestService,
  { sender, recipient }: Record<"sender" | "recipient", TestAccount>,
) {
  const post = async (path: string, body: object) => {
    const request = { method: "POST", token: sender.token, json: body };
    return await json(await fetch(`/v1/conversations${path}`, request));
  };
  const to = [recipient.address];
  const draft = { title: "written", text: "first", to, submit: true };
  const { conversationId } = await post("", draft);
  const files: string[] = [];
  for (const size of [LIMITS.uploadBytesMax, 1]) {
    const bytes = Buffer.alloc(size, size).toString("base64");
    const file = { name: "file.bin", mimeType: "image/png", bytes };
    const at = `/${conversationId}/artifacts`;
    const { artifactId } = await post(at, file);
    files.push(`/v1/conversations${at}/${artifactId}`);
  }
  const caller = {
    principal: {
      kind: "person",
      accountId: sender.accountId,
      sessionId: "test",
      scopes: null,
    },
    via: "rest",
    requestId: "test",
  } as const;
  const text = "x".repeat(10_000);
  for (let index = 0; index < WRITTEN; index++) {
    await callOperation(services, sendMessage, caller, {
      conversationId,
      text,
    });
  }
  return { written: conversationId, files };
}

const WRITTEN = 300;

const NUMBERS =
  "with recursive n(i) as (select 2 union all select i + 1 from n where i < ?)";

/** Copies rows of a conversation, one for each number, with some columns changed. */
async function copyRows(
  { services: { db } }: TestService,
  table: string,
  changed: Readonly<Record<string, string>>,
  { id, count }: { readonly id: string; readonly count: number },
): Promise<void> {
  const names = await db.orm.values<[string]>(
    sql.raw(`select name from pragma_table_info('${table}')`),
  );
  const columns = names.map(([name]) => name);
  const values = columns.map((name) => changed[name] ?? name);
  const own = table === "conversations" ? "id" : "conversation_id";
  const only = table === "messages" ? "and seq = 1" : "";
  await db.commit([
    {
      sql: `${NUMBERS} insert into ${table} (${columns}) select ${values} from ${table}, n where ${own} = ? ${only}`,
      args: [count, id],
    },
  ]);
}

/** Gives a conversation more messages, which take its first one's place in all but their words. */
async function fill(
  service: TestService,
  {
    id,
    count,
    parts,
  }: { readonly id: string; readonly count: number; readonly parts: string },
): Promise<void> {
  const changed = { id: "id || i", seq: "i", parts };
  await copyRows(service, "messages", changed, { id, count });
  const newer = "set version = version + 1 where";
  const read = { readable: count, last: count };
  const seen = [
    { ...read, other: 0 },
    { ...read, other: count },
  ];
  await service.services.db.commit([
    { sql: `update conversations ${newer} id = ?`, args: [id] },
    {
      sql: "update conversations set tally = json_object('count', ?, 'text', tally -> '$.text', 'all', tally -> '$.all', 'kept', json('[]'), 'seen', json(?)) where id = ?",
      args: [count, JSON.stringify(seen), id],
    },
    {
      sql: `update participants ${newer} conversation_id = ?`,
      args: [id],
    },
  ]);
}

/** Makes more conversations like one, each with what waits in it. */
async function multiply(service: TestService, id: string, count: number) {
  const made = { id, count };
  const ofCopy = { conversation_id: "conversation_id || '0' || i" };
  const own = { id: "id || '0' || i" };
  // Each of a moment of its own, as nobody is written to thousands of times in one.
  const aged = { updated_at: "updated_at - i", state_at: "state_at - i" };
  await copyRows(service, "conversations", { ...own, ...aged }, made);
  await copyRows(service, "participants", { ...ofCopy, ...aged }, made);
  await copyRows(service, "messages", { ...own, ...ofCopy }, made);
  await copyRows(service, "checkpoints", { ...own, ...ofCopy }, made);
}
