import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { TSchema } from "typebox";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import type { Route } from "../../src/rest/route.ts";
import { inputFieldsOf } from "../../src/rest/route.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import type { TestRequest } from "../harness.ts";
import { json } from "../harness.ts";
import { englishIn, refusedTwice } from "./german_refusals.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";
import type { Ids } from "./refusal_table.ts";
import { refusedCalls } from "./refusal_table.ts";

setDefaultTimeout(60_000);

let pair: Pair;
let closed: string;
/** The tokens of the callers: a person, an agent, one that may do nothing, others and nobody. */
let tokens: Readonly<Record<string, string>>;

beforeAll(async () => {
  pair = await startPair();
  const { service, alice, bob } = pair;
  const carol = await service.addAccount("carol");
  const dora = await service.addAccount("dora");
  closed = dora.address;
  await service.operate(disableAccount, { accountId: dora.accountId });
  tokens = {
    person: (await service.addSession(alice)).token,
    bobInPerson: (await service.addSession(bob)).token,
    newcomer: (await service.addSession({ accountId: "acc_newcomer" })).token,
    useless: await service.addCredential(alice, ["outward:send"]),
    agent: alice.token,
    bob: bob.token,
    stranger: carol.token,
  };
});

afterAll(() => pair[Symbol.asyncDispose]());

/** Each refusal with what is English in it, of all that were refused. */
async function walked(
  asked: readonly (readonly [path: string, request: TestRequest])[],
) {
  const english: string[] = [];
  const taken: string[] = [];
  let refused = 0;
  for (const [path, request] of asked) {
    const both = await refusedTwice(pair.service, path, request);
    if (!both) {
      taken.push(`${request.method} ${path} ${JSON.stringify(request.json)}`);
      continue;
    }
    refused++;
    const found = englishIn(both);
    english.push(...found.map((it) => `${request.method} ${path}: ${it}`));
  }
  return { refused, taken, english: [...new Set(english)] };
}

/** The path of a route, of something that is not there. */
function pathOf({ path }: Route): string {
  return path.replace(/:(\w+)/g, (_, name) =>
    name === "address" ? "nobody@example.org" : "nothing",
  );
}

/** Values that a schema takes for none of its own. */
function wrongFor({ type, maxLength, maxItems }: TSchema & Bounds): unknown[] {
  const long = maxLength === undefined || maxLength > 10_000 ? 0 : maxLength;
  return [
    ...(long > 0 ? ["x".repeat(long + 1)] : []),
    ...(maxItems === undefined ? [] : [Array(maxItems + 1).fill("x")]),
    ...(type === "string" ? [""] : []),
    ...(type === "integer" ? [-1, 1.5, 10 ** 9] : []),
    { wrong: 1 },
    [[]],
    "wrong",
  ];
}

interface Bounds {
  readonly type?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

function wrongInputs(route: Route): (readonly [string, TestRequest])[] {
  const { method, operation } = route;
  const path = pathOf(route);
  const fields = Object.entries(inputFieldsOf(operation).properties);
  const token = tokens.person ?? "";
  const values = fields.flatMap(([name, schema]) =>
    wrongFor(schema).map((value) => ({ [name]: value })),
  );
  if (method === "GET") {
    const texts = values.map((it) => Object.entries(it)[0] ?? ["", ""]);
    const queries = texts
      .map(([name, value]) => [name, String(value).slice(0, 4_000)])
      .map(([name = "", value = ""]) => new URLSearchParams({ [name]: value }));
    return ["bogus=1", ...queries].map((it) => [
      `${path}?${it}`,
      { method, token },
    ]);
  }
  return [{}, { bogus: 1 }, { nmae: "x", txet: "y" }, ...values].map((it) => [
    path,
    { method, token, json: it },
  ]);
}

test("what is wrong with a field is told in German by every operation", async () => {
  const { refused, english } = await walked(ROUTES.flatMap(wrongInputs));
  expect(english).toEqual([]);
  expect(refused).toBeGreaterThan(600);
});

test("who may not call an operation is told so in German", async () => {
  const who = ["useless", "newcomer", "agent", "nobody"];
  const asked = ROUTES.flatMap((route) =>
    who.map((it): [string, TestRequest] => {
      const token = tokens[it];
      const { method } = route;
      return [
        pathOf(route),
        {
          method,
          ...(token && { token }),
          ...(method !== "GET" && { json: {} }),
        },
      ];
    }),
  );
  const { refused, english } = await walked(asked);
  expect(english).toEqual([]);
  expect(refused).toBeGreaterThan(300);
});

/** Conversations of Alice and Bob, in each state that some act meets. */
async function staged(): Promise<Ids> {
  const { service, alice, bob } = pair;
  const of = async (fields: object) => {
    const { conversation } = await createSubmitted(pair, fields);
    return conversation.id as string;
  };
  const act = async (
    id: string,
    verb: string,
    body: object,
    token?: string,
  ) => {
    const response = await service.fetch(`/v1/conversations/${id}/${verb}`, {
      method: "POST",
      token: token ?? tokens.bobInPerson ?? "",
      json: body,
    });
    const answer = await json(response);
    if (!response.ok) throw new Error(`${verb}: ${JSON.stringify(answer)}`);
  };
  const accepted = async (fields: object) => {
    const id = await of(fields);
    await act(id, "decisions", { decision: "approve" });
    return id;
  };
  const work = {
    release: "converted",
    releaseAction: { type: "text", text: "x" },
  };
  const earned = await accepted({ price: "2.00" });
  await act(earned, "messages", { text: "Done" });
  const completed = await accepted({ price: "2.00" });
  await act(completed, "messages", { text: "Done" });
  await act(completed, "receipt", { confirm: true, statement: "Done" });
  const canceled = await of({});
  await act(canceled, "cancel", { reason: "x" }, tokens.person);
  return {
    draft: await of({ submit: false }),
    open: await of({}),
    priced: await of({ price: "2.00" }),
    working: await accepted({ price: "2.00", ...work }),
    ...{ earned, completed, canceled, closed },
    bob: bob.address,
    alice: alice.address,
  };
}

test("why something cannot be done is told in German, whatever the reason", async () => {
  const calls = refusedCalls(await staged());
  const asked = calls.map(([who, call, body, headers]) => {
    const [method = "", path = ""] = call.split(" ");
    const token = tokens[who] ?? "";
    const request = { method, token, ...(headers && { headers }) };
    return [
      path,
      body === undefined ? request : { ...request, json: body },
    ] as const;
  });
  const { refused, english, taken } = await walked(asked);
  expect(english).toEqual([]);
  expect(taken).toEqual([]);
  expect(refused).toBe(calls.length);
});
