import type { Static, TSchema } from "typebox";
import type { Caller } from "../core/access/context.ts";
import type { Command, Query } from "../core/access/operation.ts";
import type { A2aFields } from "../core/base/a2a_fields.ts";
import { LIMITS } from "../core/base/limits.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { callOperation } from "../core/pipeline/call.ts";

/** How an input came to be out of the params. */
export interface Origin {
  /** Input field, or path within it → pointer into `params`. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** What the message is kept with that is written by it. */
  readonly a2a?: A2aFields;
}

/** One call of a method: who calls, and the only way into the core. */
export interface RpcCall {
  readonly services: Services;
  readonly caller: Caller;
  /** The POST's `Idempotency-Key`; a call of this wire names its own instead. */
  readonly keyHeader: string | null;
}

/** Runs an operation; a wrong field is told by its place in `params`. */
export async function runOperation<I extends TSchema, O extends TSchema>(
  { services, caller }: RpcCall,
  operation: Query<I, O> | Command<I, O>,
  input: object,
  { fields = {}, idempotencyKey, a2a }: Origin,
): Promise<Static<O>> {
  const repeatable =
    idempotencyKey === undefined ? caller : { ...caller, idempotencyKey, a2a };
  for (let attempt = 1; ; attempt++) {
    try {
      const { output } = await callOperation(
        services,
        operation,
        repeatable,
        input,
      );
      return output;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The same message once more gives the same task: wait for the first.
      const isFirstRunning = error.code === "idempotency_in_flight";
      if (!isFirstRunning || attempt === LIMITS.a2aRepeatAttemptsMax) {
        throw placed(named(error, input), fields);
      }
      await Bun.sleep(LIMITS.a2aRepeatWaitMs);
    }
  }
}

/** A2A 9.5: an error about a task names it. Absent and hidden answer alike. */
function named(error: ServiceError, input: object): ServiceError {
  if (error.code === "idempotency_mismatch") return reused(error);
  if (error.code !== "conversation_not_found") return error;
  if (!("conversationId" in input)) return error;
  const taskId = String(input.conversationId);
  return new ServiceError(error.code, {
    detail: `Task not found: ${taskId}`,
    extra: { taskId },
    cause: error,
  });
}

/** On this wire the key of a call is its message's own id (docs/decisions/0009). */
function reused(cause: ServiceError): ServiceError {
  const detail = "messageId was used for another message already";
  return new ServiceError(cause.code, {
    detail: `Cannot send the message: ${detail}.`,
    errors: [{ pointer: "/message/messageId", code: "reused", detail }],
    cause,
  });
}

function placed(
  error: ServiceError,
  fields: Readonly<Record<string, string>>,
): ServiceError {
  if (error.errors.length === 0) return error;
  return new ServiceError(error.code, {
    detail: error.message,
    errors: error.errors.map((it) => ({
      ...it,
      pointer: pointerIn(fields, it.pointer),
    })),
    extra: error.extra,
    cause: error.cause,
  });
}

function pointerIn(
  fields: Readonly<Record<string, string>>,
  pointer: string,
): string {
  const exact = fields[pointer.slice(1)];
  if (exact !== undefined) return exact;
  const [, first = "", ...rest] = pointer.split("/");
  return [fields[first] ?? `/${first}`, ...rest].join("/");
}
