import { ServiceError } from "../core/errors/errors.ts";
import { callOrWait } from "../core/streams/await_change.ts";
import { bound } from "./bound.ts";
import type { JsonObject } from "./mappings.ts";
import { readArguments } from "./mappings.ts";
import type { Spelling } from "./names.ts";
import type { ThreadOutput } from "./outputs.ts";
import type { Asked, Server } from "./protocol/method.ts";
import { WrittenResult } from "./protocol/method.ts";
import { failureText } from "./result.ts";

/** One call of a tool. */
export interface ToolCall {
  readonly tool: Spelling;
  readonly given: JsonObject;
  readonly key: unknown;
}

/** Runs a tool; a failure is a result, too, so that a model can mend it. */
export async function runTool(
  server: Server,
  asked: Asked,
  call: ToolCall,
): Promise<WrittenResult> {
  const { services, registry } = server;
  try {
    return await toolResult(server, asked, call);
  } catch (error) {
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
  { services, writer }: Server,
  { caller, view }: Asked,
  { tool, given, key }: ToolCall,
): Promise<WrittenResult> {
  const { operation } = tool;
  const input = readArguments(tool, given);
  const by = key === undefined ? caller : { ...caller, ...keyOf(key) };
  const { output, replayed } = await callOrWait(services, operation, by, input);
  const whole: ThreadOutput = output as JsonObject;
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
function keyOf(idempotencyKey: unknown) {
  if (typeof idempotencyKey === "string") return { idempotencyKey };
  throw new ServiceError("invalid_input", {
    detail: "Cannot read the idempotency key: it is not a text.",
  });
}
