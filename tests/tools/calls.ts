import { expect } from "bun:test";
import { Compile } from "typebox/compile";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { toolName } from "../../src/tools/names.ts";
import { createRegistry } from "../../src/tools/registry.ts";
import { presentationOf } from "../../src/tools/results/rows.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";

/** The common members of the tools' outputs, as far as a test reads them. */
export interface Output {
  readonly conversationId: string;
  readonly state: string;
  readonly displayName: string;
  readonly truncated?: boolean;
  readonly nextCursor?: string | null;
  readonly before?: string;
  readonly messagesOmitted?: number;
  readonly rest?: readonly Rest[];
  readonly artifact: { readonly downloadUrl: string };
  readonly records: readonly { readonly hash: string }[];
  readonly contextId?: string;
  readonly audit?: Pick<Output, "records">;
  readonly conversations: readonly View[];
  readonly conversation: View;
  readonly messages: readonly Message[];
}

export interface Rest {
  readonly tool: string;
  readonly arguments: object;
}

export interface Message {
  readonly messageId: string;
  readonly text: string;
  readonly parts: readonly { readonly data?: unknown }[];
}

export interface View {
  readonly conversationId: string;
  readonly title: string;
  readonly preview?: string;
  readonly checkpoints: readonly { readonly checkpointId: string }[];
  readonly messages: readonly Message[];
}

export interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Output;
  readonly isError?: boolean;
  readonly _meta?: object;
}

export interface Pair extends AsyncDisposable {
  readonly service: TestService;
  readonly alice: TestAccount;
  readonly bob: TestAccount;
}

export async function startPair(name?: string): Promise<Pair> {
  const service = await startService();
  const named = name === undefined ? {} : { name };
  return {
    service,
    alice: await service.addAccount("alice", { ...named, credit: "100.00" }),
    bob: await service.addAccount("bob", { name: "Bob" }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export interface Call {
  readonly by: TestAccount;
  readonly tool: string;
  readonly args?: object;
  readonly key?: unknown;
  /** The header of the same meaning. */
  readonly header?: string;
}

const LISTED = new Map(
  createRegistry(OPERATIONS).dotted.map(({ name, outputSchema }) => [
    name,
    Compile(outputSchema),
  ]),
);

/** Calls one tool, as it may come out; clients refuse an answer of another form than is listed. */
export async function attempt({ service }: Pair, how: Call): Promise<Result> {
  const { result } = await json(await post({ service }, callOf(how), how));
  const faults = LISTED.get(how.tool)?.Errors(result?.structuredContent ?? {});
  expect([how.tool, faults ?? []]).toEqual([how.tool, []]);
  return result;
}

export function callOf({ tool, args = {}, key }: Call) {
  const _meta = key === undefined ? {} : { "svc/idempotencyKey": key };
  const params = { name: tool, arguments: args, _meta };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

export function post(
  { service }: Pick<Pair, "service">,
  body: object,
  { by: { token }, header }: Pick<Call, "by" | "header">,
): Promise<Response> {
  const headers =
    header === undefined ? undefined : { "idempotency-key": header };
  return service.fetch("/api/mcp", {
    method: "POST",
    token,
    json: body,
    ...(headers && { headers }),
  });
}

/** Calls one tool that must succeed. */
export async function call(pair: Pair, how: Call): Promise<Result> {
  const result = await attempt(pair, how);
  expect([how.tool, result.isError && result.content]).toEqual([
    how.tool,
    undefined,
  ]);
  return result;
}

/** Alice writes to Bob. */
export function create(pair: Pair, args: object = {}): Promise<Result> {
  return call(pair, {
    by: pair.alice,
    tool: "svc.create_conversation",
    args: {
      title: "Hello",
      to: [pair.bob.address],
      parts: [{ text: "Hello Bob" }],
      ...args,
    },
  });
}

export function read(
  pair: Pair,
  by: TestAccount,
  args: object,
): Promise<Result> {
  return call(pair, { by, tool: "svc.get_conversation", args });
}

export const bytesOf = (value: unknown) =>
  Buffer.byteLength(JSON.stringify(value));

/** Holds outputs against the whole of their form, which knows each member. */
export function validatorOf(tool: string, detail?: "full") {
  const operation = OPERATIONS.find((it) => toolName(it) === tool);
  if (!operation) throw new TypeError(`There is no tool ${tool}`);
  const short = presentationOf(operation).schema;
  const validator = Compile(detail ? operation.output : short);
  return ({ rest: _rest, truncated: _truncated, ...own }: Output) =>
    validator.Check(own);
}
