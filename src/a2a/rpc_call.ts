import type { Static, TSchema } from "typebox";
import type { Proto } from "../../packages/standards/src/proto/message.ts";
import type { Caller } from "../core/access/context.ts";
import type { Command, Query } from "../core/access/operation.ts";
import type { A2aFields } from "../core/base/a2a_fields.ts";
import type { TaskPushAsked } from "../core/base/task_push_asked.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { callWritten, isKeeping } from "../core/pipeline/kept_answers.ts";
import { JsonText, jsonText } from "../http/json_text.ts";
import { refuseFaults } from "./proto_wire.ts";
import { reworded } from "./reworded.ts";
import type { TaskView } from "./shapes.ts";

/** One call of a method: its caller, and the only way into the core. */
export interface RpcCall {
  readonly services: Services;
  readonly caller: Caller;
  /** The POST's `Idempotency-Key`; a call of this wire has its own key. */
  readonly keyHeader: string | null;
  /** True for a call that never waits: a stream tells what comes. */
  readonly isStreaming?: true;
}

/** Translates params into a call of an operation, and its output into the result. */
export type A2aMethod = (params: Proto, call: RpcCall) => Promise<object>;

/** The input, key and view of an operation, read from the params of a call. */
export interface OperationAsked {
  readonly input: object;
  /** Maps an input field, or a path within it, to a pointer into `params`. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  /** How much of a task to show. */
  readonly view?: TaskView;
  /** The fields to store with the message that the operation writes. */
  readonly a2a?: A2aFields;
  /** Where its task is pushed from then on. */
  readonly taskPush?: TaskPushAsked | undefined;
}

/** A row of the method table. */
interface MethodRow<I extends TSchema, O extends TSchema, A> {
  readonly operation: Query<I, O> | Command<I, O>;
  /** Faults that it records are refused before the operation is called. */
  readonly read: (
    params: Proto,
    call: RpcCall,
  ) => (OperationAsked & A) | Promise<OperationAsked & A>;
  readonly show: (
    output: Static<O>,
    call: RpcCall,
    asked: A,
  ) => object | Promise<object>;
}

/** Makes the method of a row: read, call, show. */
export function methodOf<I extends TSchema, O extends TSchema, A>({
  operation,
  read,
  show,
}: MethodRow<I, O, A>): A2aMethod {
  return async (params, call) => {
    const asked = await read(params, call);
    refuseFaults(params);
    if (!isKeeping(operation, asked.input)) {
      const output = await runOperation(call, operation, asked);
      return await show(output, call, asked);
    }
    const { services, caller } = call;
    const { input, view } = asked;
    const { texts } = await rewording(asked, () =>
      callWritten(services, operation, caller, input, {
        name: `task ${JSON.stringify(view)}`,
        write: async (output) => ({
          texts: [jsonText(await show(output, call, asked))],
        }),
      }),
    );
    return new JsonText(texts.join(""));
  };
}

/** Runs an operation; reports a wrong field by its place in `params`. */
export async function runOperation<I extends TSchema, O extends TSchema>(
  { services, caller }: RpcCall,
  operation: Query<I, O> | Command<I, O>,
  asked: OperationAsked,
): Promise<Static<O>> {
  const { input, idempotencyKey, a2a, taskPush } = asked;
  const repeatable =
    idempotencyKey === undefined
      ? caller
      : { ...caller, idempotencyKey, a2a, taskPush };
  const { output } = await rewording(asked, () =>
    callOperation(services, operation, repeatable, input),
  );
  return output;
}

async function rewording<T>(
  { input, fields = {} }: OperationAsked,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw reworded(error, input, fields);
  }
}
