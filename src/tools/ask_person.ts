import type { Operation } from "../core/access/operation.ts";
import type { JsonObject } from "../core/base/json.ts";
import { isObject } from "../core/base/json.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Outcome } from "../core/pipeline/call.ts";
import { reportOn, reportOnCheckpoint } from "../core/pipeline/report.ts";
import type { MethodCall, Server } from "./protocol/method.ts";
import { openState, refusal, signState } from "./request_state.ts";

/** A call of an operation, and the key that identifies it. */
interface Call {
  readonly operation: Operation;
  readonly input: JsonObject;
  readonly idempotencyKey: string;
}

/** True if the client can show its person a link, and the call may need one. */
export function mayAsk({ client }: MethodCall, { kind }: Operation): boolean {
  return kind === "command" && client.elicitation?.url !== undefined;
}

/**
 * Asks the person with the link to the page where they decide, signed in (MCP 2026-07-28,
 * multi round-trip requests); undefined if nothing waits for them. The client's answer never
 * counts as the decision: it comes with the token of the proposing agent.
 */
export function question(
  { services }: Server,
  { caller: { principal } }: MethodCall,
  { operation, input, idempotencyKey }: Call,
  output: JsonObject,
): JsonObject | undefined {
  const { approvalUrl, waiting, conversation } = output;
  const of = isObject(conversation) ? conversation : {};
  const { conversationId = input.conversationId ?? of.id } = output;
  if (typeof approvalUrl !== "string" || typeof conversationId !== "string") {
    return undefined;
  }
  const requestState = signState(services, {
    conversationId,
    accountId: principal.accountId,
    credentialId: principal.credentialId,
    operation: operation.name,
    about: { idempotencyKey },
  });
  return asking(`${waiting}`, approvalUrl, requestState);
}

/**
 * The same for a decision that was refused because only the person may take it; undefined for
 * any other failure.
 */
export function refusedQuestion(
  { services }: Server,
  { caller: { principal } }: MethodCall,
  { operation, input }: Omit<Call, "idempotencyKey">,
  error: unknown,
): JsonObject | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { conversationId } = input;
  const { approvalUrl, checkpointId } = error.extra;
  if (
    typeof conversationId !== "string" ||
    typeof approvalUrl !== "string" ||
    typeof checkpointId !== "string"
  ) {
    return undefined;
  }
  const requestState = signState(services, {
    conversationId,
    accountId: principal.accountId,
    credentialId: principal.credentialId,
    operation: operation.name,
    about: { checkpointId },
  });
  return asking(error.message, approvalUrl, requestState);
}

function asking(why: string, url: string, requestState: string): JsonObject {
  const message = `${why} Open the page to decide.`;
  const params = { mode: "url", message, url };
  return {
    resultType: "input_required",
    inputRequests: { approval: { method: "elicitation/create", params } },
    requestState,
  };
}

/**
 * Reports on a call whose person was asked: its answer, with the current state. Never acts.
 * @throws RpcError for a state of another call
 */
export async function reported(
  { services }: Server,
  { caller }: MethodCall,
  { operation, input }: Omit<Call, "idempotencyKey">,
  requestState: string,
): Promise<Outcome<unknown>> {
  const { accountId, credentialId } = caller.principal;
  const { conversationId, about } = openState(services, requestState, {
    accountId,
    credentialId,
    operation: operation.name,
  });
  if (operation.kind !== "command") throw refusal();
  if ("checkpointId" in about) {
    const { checkpointId } = about;
    const asked = { conversationId, checkpointId };
    if (!isOf(input, asked)) throw refusal();
    return await reportOnCheckpoint(services, caller, asked);
  }
  try {
    const by = { ...caller, ...about };
    const made = { input, conversationId };
    const outcome = await reportOn(services, operation, by, made);
    if (outcome) return outcome;
  } catch (error) {
    // Other arguments than in the first call.
    const isOther =
      error instanceof ServiceError && error.code === "idempotency_mismatch";
    if (!isOther) throw error;
  }
  throw refusal();
}

/** True if a retry names what the first call named; an only checkpoint need not be named. */
function isOf(
  { conversationId, checkpointId }: JsonObject,
  asked: { readonly conversationId: string; readonly checkpointId: string },
): boolean {
  return (
    conversationId === asked.conversationId &&
    (checkpointId === undefined || checkpointId === asked.checkpointId)
  );
}
