import type { Operation } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { Word } from "../core/base/own_words.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { paymentRefusedIn, paymentRequiredIn } from "../core/payments/x402.ts";
import { callWritten, isKeeping } from "../core/pipeline/kept_answers.ts";
import { callOrWait } from "../core/streams/await_change.ts";
import { mayAsk, question, refusedQuestion, reported } from "./ask_person.ts";
import { bound, wholeSchemaOf } from "./bound.ts";
import {
  FailureSchema,
  ProblemSchema,
  problemFor,
  shortFailure,
} from "./failure.ts";
import type { WithoutNonce } from "./fence.ts";
import { fileBlocks } from "./file_blocks.ts";
import { oneKey } from "./idempotency_key.ts";
import type { ReadArguments } from "./mappings.ts";
import { readArguments } from "./mappings.ts";
import type { ThreadOutput } from "./outputs.ts";
import { askedForPayment, takenPayment } from "./payment_meta.ts";
import { RpcError } from "./protocol/json_rpc.ts";
import type { MethodCall, Result, Server } from "./protocol/method.ts";
import { WrittenResult } from "./protocol/method.ts";
import { resultBut } from "./result.ts";
import { presentationOf } from "./results/rows.ts";

/** One call of a tool. */
export interface ToolCall {
  readonly operation: Operation;
  readonly given: JsonObject;
  readonly key: unknown;
  /** The state from the answer that asked the client's person, sent back with a retry. */
  readonly requestState?: string | undefined;
}

/** Runs a tool; a failure is a result, too, so that a model can correct it. */
export async function runTool(
  server: Server,
  asked: MethodCall,
  call: ToolCall,
): Promise<Result> {
  try {
    return await toolResult(server, asked, call);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const { services, writer } = server;
    const { requestId } = asked.caller;
    const { names } = asked.view;
    const problem = problemFor(services, error, requestId);
    const required = paymentRequiredIn(problem);
    if (required) {
      const refused = paymentRefusedIn(problem);
      const error = `${required.error} ${refused ? "" : (problem.fix ?? "")}`;
      const told = { ...required, error: error.trim() };
      return askedForPayment(asked, told, refused);
    }
    return new WrittenResult(
      call.given.detail === "full"
        ? writer.failure(ProblemSchema, problem, names)
        : writer.failure(FailureSchema, shortFailure(problem), names),
    );
  }
}

const REPLAYED = { "svc/replayed": true };

/** The result of a tool. @throws ServiceError as the operation does */
export async function toolResult(
  server: Server,
  asked: MethodCall,
  { operation, given, key: outerKey, requestState }: ToolCall,
): Promise<Result> {
  const { services, writer } = server;
  const { caller } = asked;
  const { names } = asked.view;
  const args = readArguments(operation, given);
  const { input } = args;
  const asks = requestState === undefined && mayAsk(asked, operation);
  const givenKey = keyOf(oneKey(args.idempotencyKey, outerKey));
  const key = givenKey ?? (asks ? newKey(services) : undefined);
  const { isBrief = false } = presentationOf(operation);
  const by = {
    ...caller,
    idempotencyKey: key,
    isBrief: isBrief && !args.isFull,
  };
  const plain = { operation, input };
  if (requestState === undefined && !args.part && isKeeping(operation, input)) {
    const { texts } = await callWritten(services, operation, caller, input, {
      name: `${names} ${args.isFull ? "full" : "short"}`,
      write: (output) => ({
        texts: resultOf(server, asked, operation, {
          ...args,
          ...fileBlocks(operation, output as JsonObject),
        }),
      }),
    });
    return new WrittenResult(writer.withNonce(texts));
  }
  const outcome =
    requestState === undefined
      ? await callOrWait(services, operation, by, input).catch((error) => {
          const asking = asks && refusedQuestion(server, asked, plain, error);
          if (asking) return asking;
          throw error;
        })
      : await reported(server, asked, plain, requestState);
  if ("resultType" in outcome) return outcome;
  const { output, replayed } = outcome;
  const { whole, blocks } = fileBlocks(operation, output as JsonObject);
  if (asks && key !== undefined) {
    const call = { operation, input, idempotencyKey: key };
    const asking = question(server, asked, call, whole);
    if (asking) return asking;
  }
  const texts = resultOf(server, asked, operation, { ...args, whole, blocks });
  const json = writer.withNonce(texts);
  const meta = {
    ...(replayed ? REPLAYED : {}),
    ...takenPayment(operation, input, output as JsonObject),
  };
  return new WrittenResult(
    json,
    Object.keys(meta).length > 0 ? meta : undefined,
  );
}

/** The parts of a result. */
interface ToWrite extends ReadArguments {
  readonly whole: ThreadOutput;
  /** More content beside the text, as JSON texts. */
  readonly blocks: readonly string[];
}

/** A text of the service itself. */
const OWN = Word("own");

/** The output as a model gets it: short or whole. */
function resultOf(
  { services: { settings } }: Server,
  { caller, view: { names } }: MethodCall,
  operation: Operation,
  { input, part, whole, blocks, ...args }: ToWrite,
): WithoutNonce {
  const { schema, make, isOwn } = presentationOf(operation);
  const { accountId: viewerId } = caller.principal;
  const reader = { viewerId, settings, input, part };
  const isFull = args.isFull && !part;
  const output = isFull ? bound(input, whole, names) : make(whole, reader);
  const form = isFull ? wholeSchemaOf(operation) : schema;
  return resultBut(isOwn?.(whole, reader) ? OWN : form, output, {
    names,
    blocks,
  });
}

/** @throws invalid_input unless the key is a string */
function keyOf(given: unknown): string | undefined {
  if (typeof given === "string" || given === undefined) return given;
  throw new ServiceError("invalid_input", {
    detail: toldAsIs("Cannot read the idempotency key: it is not a text."),
  });
}

/** A key of our own for a call without one, which identifies it. */
function newKey({ randomBytes }: Server["services"]): string {
  return `mcp-${randomBytes(16).toHex()}`;
}
