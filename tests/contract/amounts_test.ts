import { expect, test } from "bun:test";
import { json } from "../harness.ts";
import type { Stage, WireName } from "./stage.ts";
import { startStage, WIRES } from "./stage.ts";

/** JSON as it stands in a request, and the micro-USDC that it is; null for none. */
const FORMS: readonly (readonly [string, number | null])[] = [
  // Numbers. JSON knows no other form of 1e1 than 10: an exponent is gone by then.
  ["0", 0],
  ["-0", 0],
  ["5", 5_000_000],
  ["5.00", 5_000_000],
  ["0.1", 100_000],
  ["0.000001", 1],
  ["1e1", 10_000_000],
  ["1E-2", 10_000],
  ["-1", null],
  ["-0.000001", null],
  ["0.0000001", null],
  ["0.30000000000000004", null],
  ["1e-7", null],
  ["1e9", 1_000_000_000_000_000],
  ["1000000000.000001", null],
  ["1e21", null],
  ["1e400", null],
  // Texts.
  ['"0"', 0],
  ['"5"', 5_000_000],
  ['"5.00"', 5_000_000],
  ['"05"', 5_000_000],
  ['" 5"', 5_000_000],
  ['"5 "', 5_000_000],
  ['"5.000001"', 5_000_001],
  ['"5.0000001"', null],
  ['"5.0000000"', null],
  ['"-1"', null],
  ['"-0"', null],
  ['"+5"', null],
  ['"1e3"', null],
  ['"1E3"', null],
  ['"NaN"', null],
  ['"Infinity"', null],
  ['"null"', null],
  ['""', null],
  ['" "', null],
  ['"5."', null],
  ['".5"', null],
  ['"5,00"', null],
  ['"5 5"', null],
  ['"0x5"', null],
  ['"5 USDC"', null],
  ['"\uff15"', null],
  ['"\u0665"', null],
  ['"\u22125"', null],
  ['"1000000000.000001"', null],
  [`"${"9".repeat(400)}"`, null],
  // Money objects.
  ['{"amount":"5"}', 5_000_000],
  ['{"amountAtomic":"5"}', 5],
  ['{"amount":"5.00","amountAtomic":"5000000"}', 5_000_000],
  ['{"amount":"5","currency":"USDC","decimals":6}', 5_000_000],
  ['{"amount":"5","amountAtomic":"5000001"}', null],
  ['{"amount":"5","currency":"EUR"}', null],
  ['{"amount":"5","currency":"usdc"}', null],
  ['{"amount":"5","currency":null}', null],
  ['{"amount":"5","currency":5}', null],
  ['{"amount":"5","decimals":2}', null],
  ['{"amount":"5","decimals":"6"}', null],
  ['{"amount":"5","decimals":6.5}', null],
  ['{"amount":5}', null],
  ['{"amount":null}', null],
  ['{"amount":"-5"}', null],
  ['{"amount":"1e3"}', null],
  ['{"amount":["5"]}', null],
  ['{"amountAtomic":5}', null],
  ['{"amountAtomic":"5.0"}', null],
  ['{"amountAtomic":"-5"}', null],
  ['{"amountAtomic":""}', null],
  ['{"amountAtomic":"1000000000000001"}', null],
  ['{"currency":"USDC","decimals":6}', null],
  ["{}", null],
  // Anything else.
  ["null", null],
  ["true", null],
  ["false", null],
  ["[]", null],
  ["[5]", null],
  ['["5"]', null],
];

interface Wire {
  readonly path: string;
  /** Where the price stands in a request. */
  readonly pointer: string;
  request(to: string, price: string): string;
  /** The shown price: its micro-USDC, or the problem. */
  read(answer: never): { readonly shown?: string; readonly problem?: Problem };
}

interface Problem {
  readonly code: string;
  readonly errors: readonly { readonly pointer: string }[];
}

const rpc = (method: string, params: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

interface Made {
  readonly payment: { readonly price: { readonly amountAtomic: string } };
}

const atomic = ({ payment }: Made) => ({ shown: payment.price.amountAtomic });

const SAID: Readonly<Record<WireName, Wire>> = {
  rest: {
    path: "/v1/conversations",
    pointer: "/price",
    request: (to, price) =>
      `{"to":["${to}"],"text":"x","submit":true,"price":${price}}`,
    read: (answer: Problem & { conversation?: Made }) =>
      answer.conversation ? atomic(answer.conversation) : { problem: answer },
  },
  mcp: {
    path: "/api/mcp",
    pointer: "/price",
    request: (to, price) =>
      rpc(
        "tools/call",
        `{"name":"svc.create_conversation","arguments":{"detail":"full","title":"x","to":["${to}"],"parts":[{"text":"x"}],"price":${price}}}`,
      ),
    read: ({ result }: { result: Result }) =>
      result.isError
        ? { problem: JSON.parse(result.content[0].text) }
        : atomic(result.structuredContent.conversation),
  },
  a2a: {
    path: "/a2a",
    pointer: "metadata.svc.price",
    request: (to, price) =>
      rpc(
        "SendMessage",
        `{"message":{"messageId":"${crypto.randomUUID()}","role":"ROLE_USER","parts":[{"text":"x"}]},"metadata":{"svc":{"to":["${to}"],"price":${price}}}}`,
      ),
    read: ({ result, error }: TaskAnswer) =>
      error ? { problem: problemOf(error) } : atomic(result.task.metadata.svc),
  },
};

interface TaskAnswer {
  readonly result: { readonly task: { readonly metadata: { svc: Made } } };
  readonly error?: RpcFault;
}

interface RpcFault {
  readonly data: readonly [
    { readonly metadata: { readonly code: string } },
    { readonly fieldViolations: readonly { readonly field: string }[] },
  ];
}

function problemOf({ data: [info, request] }: RpcFault): Problem {
  const errors = request.fieldViolations.map(({ field }) => ({
    pointer: field,
  }));
  return { code: info.metadata.code, errors };
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent: { readonly conversation: Made };
}

async function said(
  { service, alice, bob }: Stage,
  over: WireName,
  price: string,
) {
  const { path, request, read } = SAID[over];
  const response = await service.fetch(path, {
    method: "POST",
    token: alice.token,
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: request(bob.address, price),
  });
  const { shown, problem } = read((await json(response)) as never);
  return problem
    ? [problem.code, problem.errors.map((it) => it.pointer)]
    : shown;
}

test("every form of a price is read alike over each wire, or refused as invalid_price at its place", async () => {
  await using stage = await startStage("rest");
  for (const [price, micro] of FORMS) {
    for (const wire of WIRES) {
      const { pointer } = SAID[wire];
      const wanted =
        micro === null ? ["invalid_price", [pointer]] : String(micro);
      expect([wire, price, await said(stage, wire, price)]).toEqual([
        wire,
        price,
        wanted,
      ]);
    }
  }
});
