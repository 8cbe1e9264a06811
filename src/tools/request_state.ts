import { timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../core/base/json.ts";
import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { INVALID_PARAMS } from "../core/errors/error_row.ts";
import type { Services } from "../core/pipeline/call.ts";
import { RpcError } from "./protocol/json_rpc.ts";

/** The call that waits for a person; its client sends this back with a retry. */
export interface RequestState {
  readonly conversationId: string;
  readonly accountId: string;
  readonly credentialId: string | undefined;
  readonly operation: string;
  readonly about: About;
}

/** The stored part of a call: its own key, or the checkpoint that its person must decide. */
export type About =
  | { readonly idempotencyKey: string }
  | { readonly checkpointId: string };

type Signing = Pick<Services, "signer" | "clock">;

/** Signs a call's state in a text that only this service can make, and that expires. */
export function signState(services: Signing, state: RequestState): string {
  const expiresAt = services.clock() + LIMITS.requestStateMs;
  const text = JSON.stringify({ ...state, expiresAt });
  const payload = Buffer.from(text).toString("base64url");
  return `${payload}.${macOf(services, payload)}`;
}

/**
 * Reads a state for the same caller and operation that it was made for.
 * @throws RpcError for any other, for a changed one, and after it has expired
 */
export function openState(
  services: Signing,
  signed: string,
  wanted: Omit<RequestState, "conversationId" | "about">,
): RequestState {
  const [payload = "", mac = "", ...others] = signed.split(".");
  if (others.length > 0 || !isEqual(mac, macOf(services, payload))) {
    throw refusal();
  }
  const state: unknown = JSON.parse(
    Buffer.from(payload, "base64url").toString("utf8"),
  );
  if (!isObject(state) || !isFor(state, wanted)) throw refusal();
  const { conversationId, expiresAt } = state;
  const about = aboutIn(state);
  if (
    typeof conversationId !== "string" ||
    !about ||
    typeof expiresAt !== "number" ||
    services.clock() >= expiresAt
  ) {
    throw refusal();
  }
  return { ...wanted, conversationId, about };
}

function aboutIn({ about }: JsonObject): About | undefined {
  if (!isObject(about)) return undefined;
  const { idempotencyKey, checkpointId } = about;
  if (typeof idempotencyKey === "string") return { idempotencyKey };
  return typeof checkpointId === "string" ? { checkpointId } : undefined;
}

function isFor(state: JsonObject, wanted: object): boolean {
  return Object.entries(wanted).every(([name, it]) => state[name] === it);
}

/** A MAC with the signing keys; no audit record begins with these words. */
function macOf({ signer }: Signing, payload: string): string {
  return signer.mac(`mcp request state\n${payload}`);
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** The same error, whatever is wrong with the state. */
export function refusal(): RpcError {
  return new RpcError(
    INVALID_PARAMS,
    "Invalid params: requestState is not of this call, or has ended; read the conversation instead",
  );
}
