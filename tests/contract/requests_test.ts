import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount } from "../harness.ts";
import { json } from "../harness.ts";
import { attempt, startPair } from "../tools/calls.ts";

setDefaultTimeout(60_000);

const pair = await startPair();
const { service } = pair;
afterAll(async () => await pair[Symbol.asyncDispose]());

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly folders: readonly string[];
  readonly actions?: readonly {
    readonly name: string;
    readonly operation: string;
    readonly checkpointId: string;
    readonly effect: string;
    readonly ready: boolean;
    readonly input?: object;
  }[];
}

const get = async ({ token }: TestAccount, path: string) =>
  await json(await service.fetch(path, { token }));
const post = async ({ token }: TestAccount, path: string, body: object) =>
  await service.fetch(path, { method: "POST", token, json: body });

let people = 0;
/** A reader, and a stranger who has written to them. */
async function requested() {
  const count = people++;
  const reader = await service.addAccount(`reader${count}`);
  const stranger = await service.addAccount(`stranger${count}`);
  const id = await write(stranger, reader);
  return { reader, stranger, id };
}

async function write(from: TestAccount, to: TestAccount): Promise<string> {
  const body = { to: [to.address], text: "Hello", submit: true };
  return (await json(await post(from, "/v1/conversations", body)))
    .conversationId;
}

async function offered(reader: TestAccount): Promise<Shown> {
  const { conversations } = await get(
    reader,
    "/v1/conversations?view=requests",
  );
  return conversations[0];
}

/** Does what an action of the row says, as it says it. */
async function press(reader: TestAccount, name: string) {
  const { id, actions = [] } = await offered(reader);
  const action = actions.find((it) => it.name === name);
  expect(action).toMatchObject({
    operation: "record_hil_decision",
    ready: true,
  });
  const answer = await post(reader, `/v1/conversations/${id}/decisions`, {
    checkpointId: action?.checkpointId,
    decision: name.startsWith("accept") ? "approve" : "decline",
    ...action?.input,
  });
  expect(answer.status).toBe(200);
}

test("the row of a request has its possible answers, each with its effect", async () => {
  const { reader, stranger } = await requested();
  const { actions = [] } = await offered(reader);
  expect(actions.map(({ name, input }) => [name, input])).toEqual([
    ["accept", undefined],
    ["accept_and_trust", { contact: "trusted" }],
    ["decline", undefined],
    ["block", { contact: "blocked" }],
  ]);
  expect(actions[1]?.effect).toContain(
    `${stranger.address} becomes your contact`,
  );
  const { conversations } = await get(stranger, "/v1/conversations?view=sent");
  expect(conversations[0].actions).toBeUndefined();
});

test("accepted once, the next request of the stranger asks again; trusted, it does not", async () => {
  const once = await requested();
  await press(once.reader, "accept");
  await write(once.stranger, once.reader);
  expect((await offered(once.reader)).folders).toContain("requests");
  const trusted = await requested();
  await press(trusted.reader, "accept_and_trust");
  const next = await write(trusted.stranger, trusted.reader);
  expect(await offered(trusted.reader)).toBeUndefined();
  const { conversation } = await get(
    trusted.reader,
    `/v1/conversations/${next}`,
  );
  expect(conversation.folders).toEqual(["inbox"]);
  const { contacts } = await get(trusted.reader, "/v1/contacts");
  expect(contacts).toMatchObject([
    { address: trusted.stranger.address, allowed: false, blocked: false },
  ]);
});

test("blocked, the stranger is declined and cannot write first again", async () => {
  const { reader, stranger, id } = await requested();
  await press(reader, "block");
  const { state } = await get(stranger, `/v1/conversations/${id}`);
  expect(state).toBe("rejected");
  const body = { to: [reader.address], text: "Again", submit: true };
  const again = await json(await post(stranger, "/v1/conversations", body));
  expect(again.state).not.toBe("submitted");
});

test("over MCP the same answer trusts, and one that does not fit is refused", async () => {
  const { reader, stranger, id } = await requested();
  const { actions = [] } = await offered(reader);
  const answer = (decision: string, contact: string) =>
    attempt(pair, {
      by: reader,
      tool: "svc.record_hil_decision",
      args: {
        conversationId: id,
        checkpointId: actions[0]?.checkpointId,
        decision,
        contact,
        comment: "",
      },
    });
  const wrong = await answer("decline", "trusted");
  expect(wrong.isError).toBe(true);
  expect(wrong.content[0]?.text).toContain("use trusted with approve");
  expect((await answer("approve", "trusted")).isError ?? false).toBe(false);
  const { contacts } = await get(reader, "/v1/contacts");
  expect(contacts).toMatchObject([{ address: stranger.address }]);
});

test("an access that may not change contacts accepts once, and is told why not more", async () => {
  const { reader, id } = await requested();
  const token = await service.addCredential(reader, [
    "conversations:read",
    "decisions:write",
  ]);
  const agent = { ...reader, token };
  const { actions = [] } = await offered(agent);
  expect(actions.map(({ name, ready }) => [name, ready])).toEqual([
    ["accept", true],
    ["accept_and_trust", false],
    ["decline", true],
    ["block", false],
  ]);
  const refused = await post(agent, `/v1/conversations/${id}/decisions`, {
    decision: "approve",
    contact: "trusted",
  });
  expect(refused.status).toBe(403);
  const { folders } = (await get(reader, `/v1/conversations/${id}`))
    .conversation;
  expect(folders).toContain("requests");
});
