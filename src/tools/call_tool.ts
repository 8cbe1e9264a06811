import { ServiceError } from "../core/errors/errors.ts";
import { callOrWait } from "../core/streams/await_change.ts";
import { mayAsk, question, reported } from "./ask_person.ts";
import { bound } from "./bound.ts";
import type { JsonObject } from "./mappings.ts";
import { readArguments } from "./mappings.ts";
import type { Spelling } from "./names.ts";
import type { ThreadOutput } from "./outputs.ts";
import { RpcError } from "./protocol/json_rpc.ts";
import type { Asked, Result, Server } from "./protocol/method.ts";
import { WrittenResult } from "./protocol/method.ts";
import { failureText } from "./result.ts";

/** One call of a tool. */
export interface ToolCall {
  readonly tool: Spelling;
  readonly given: JsonObject;
  readonly key: unknown;
  /** What a client sends back that was to ask its person. */
  readonly requestState?: string | undefined;
}

/** Runs a tool; a failure is a result, too, so that a model can mend it. */
export async function runTool(
  server: Server,
  asked: Asked,
  call: ToolCall,
): Promise<Result> {
  const { services, registry } = server;
  try {
    return await toolResult(server, asked, call);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const schema = registry.inputOf(call.tool.operation);
    const { caller, view } = asked;
    const context = { caller, names: view.names };
    return new WrittenResult(failureText(services, context, error, schema));
  }
}

const REPLAYED = { "svc/replayed": true };

/**
 * The result of a tool.
 * @throws ServiceError as the operation does
 */
export async function toolResult(
  server: Server,
  asked: Asked,
  { tool, given, key: givenKey, requestState }: ToolCall,
): Promise<Result> {
  const { services, writer } = server;
  const { caller, view } = asked;
  const { operation } = tool;
  const input = readArguments(tool, given);
  const asks = requestState === undefined && mayAsk(asked, operation);
  const key = keyOf(givenKey) ?? (asks ? newKey(services) : undefined);
  const by = key === undefined ? caller : { ...caller, idempotencyKey: key };
  const { output, replayed } =
    requestState === undefined
      ? await callOrWait(services, operation, by, input)
      : await reported(server, asked, { operation, input }, requestState);
  const whole: ThreadOutput = output as JsonObject;
  if (asks && key !== undefined) {
    const call = { operation, input, idempotencyKey: key };
    const asking = question(server, asked, call, whole);
    if (asking) return asking;
  }
  const viewerId = caller.principal.accountId;
  const make = () => bound(input, whole, view.names);
  const { conversation, audit } = whole;
  const isReading =
    operation.kind === "query" &&
    conversation &&
    !audit &&
    input.before === undefined &&
    input.waitSeconds === undefined;
  const json = isReading
    ? writer.reading(conversation, viewerId, make)
    : writer.result(viewerId, make(), false);
  return new WrittenResult(json, replayed ? REPLAYED : undefined);
}

/** @throws invalid_input unless the key is a text */
function keyOf(given: unknown): string | undefined {
  if (typeof given === "string" || given === undefined) return given;
  throw new ServiceError("invalid_input", {
    detail: "Cannot read the idempotency key: it is not a text.",
  });
}

/** A key of our own, by which a call is known again that its client gave none. */
function newKey({ randomBytes }: Server["services"]): string {
  return `mcp-${randomBytes(16).toHex()}`;
}
