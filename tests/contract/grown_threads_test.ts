import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

let service: TestService;
let people: readonly TestAccount[];

beforeAll(async () => {
  service = await startService();
  const alice = await service.addAccount("alice");
  const bob = await service.addAccount("bob");
  people = [alice, bob, await service.addAccount("carol")];
}, 60_000);
afterAll(() => service[Symbol.asyncDispose]());

async function post({ token }: TestAccount, path: string, body: object) {
  const sent = { method: "POST", token, json: body };
  const answer = await service.fetch(path, sent);
  if (answer.ok) return await json(answer);
  throw new Error(`${path}: ${await answer.text()}`);
}

/** Another one each time, so that nothing of it was shown before. */
let bound: number = LIMITS.readMessagesMax;

async function readAnew({ token }: TestAccount, path: string) {
  bound -= 1;
  return await json(await service.fetch(`${path}?limit=${bound}`, { token }));
}

interface Step {
  /** Who, by their place. */
  readonly by: number;
  readonly body?: object;
  /** A file that is added, and then named by the message. */
  readonly file?: string;
}

const STEPS: readonly Step[] = [
  { by: 1, body: { text: "To whom I answer", mode: "reply" } },
  { by: 0, body: { text: "To all", mode: "reply-all" } },
  { by: 0, body: { text: 'Once more "quoted" \\ ]},{[ \u2028 \u{1f600}' } },
  { by: 2, body: { text: "From the copy", mode: "reply" } },
  { by: 1, body: { text: "Not for the copy", mode: "reply" } },
  { by: 1, file: "a.txt", body: { text: "With a file", mode: "reply-all" } },
  { by: 0, body: { parts: [{ data: { messages: [{ a: ["b"] }] } }] } },
  { by: 2, body: { text: "Again", mode: "reply-all" } },
  { by: 1, body: { text: "Not for the copy once more", mode: "reply" } },
  { by: 2, body: { text: "For the sender alone", mode: "reply" } },
  { by: 0, body: { text: "To all at the end", mode: "reply-all" } },
];

test("an answer to a message shows the thread as one that is made anew does", async () => {
  const [alice, bob, carol] = people;
  if (!alice || !bob || !carol) throw new RangeError("There are three people");
  const { conversationId } = await post(alice, "/v1/conversations", {
    to: [bob.address],
    cc: [carol.address],
    text: "Hello",
    submit: true,
  });
  const path = `/v1/conversations/${conversationId}`;
  for (const { by, body, file } of STEPS) {
    const author = people[by];
    if (!author) throw new RangeError("Nobody writes");
    let artifactIds: readonly string[] = [];
    if (file) {
      const given = { name: file, mimeType: "text/plain", bytes: btoa("a") };
      const added = await post(author, `${path}/artifacts`, given);
      artifactIds = [added.artifactId];
    }
    const said = { ...body, artifactIds };
    const { conversation } = await post(author, `${path}/messages`, said);
    const anew = await readAnew(author, path);
    expect(conversation).toEqual(anew.conversation);
    for (const reader of people) {
      const { token } = reader;
      const usual = await json(await service.fetch(path, { token }));
      expect(usual).toEqual(await readAnew(reader, path));
    }
  }
}, 60_000);
