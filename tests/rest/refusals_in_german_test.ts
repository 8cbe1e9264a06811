import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { TSchema } from "typebox";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import type { Route } from "../../src/rest/route.ts";
import { inputFieldsOf } from "../../src/rest/route.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import type { TestRequest } from "../harness.ts";
import { englishIn, refusedTwice } from "./german_refusals.ts";
import type { Pair } from "./pair.ts";
import { startPair } from "./pair.ts";

setDefaultTimeout(60_000);

let pair: Pair;
/** Who asks: a person, an agent, one that may do nothing, others and nobody. */
let tokens: Readonly<Record<string, string>>;

beforeAll(async () => {
  pair = await startPair();
  const { service, alice, bob } = pair;
  const carol = await service.addAccount("carol");
  const dora = await service.addAccount("dora");
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
  let refused = 0;
  for (const [path, request] of asked) {
    const both = await refusedTwice(pair.service, path, request);
    if (!both) continue;
    refused++;
    const found = englishIn(both);
    english.push(...found.map((it) => `${request.method} ${path}: ${it}`));
  }
  return { refused, english: [...new Set(english)] };
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
