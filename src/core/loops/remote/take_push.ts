import { SlidingWindow } from "../../access/sliding_window.ts";
import type { RemotePlace } from "../../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../../addresses/foreign/remote_task_store.ts";
import { sha256 } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { lookSoon } from "../../operations/look_soon.ts";
import type { Services } from "../../pipeline/call.ts";
import { callOperation } from "../../pipeline/call.ts";
import { clock } from "../duty.ts";

/** The result of a push: taken, of no known task, or too many in a minute. */
export type TakenPush =
  | { readonly came: "taken" | "unknown" }
  | { readonly came: "too_many"; readonly waitMs: number };

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * Takes pushes about tasks at other services (A2A 1.0, 4.3.3). The token names the task and
 * proves nothing else, so the task is asked for: the body is not read.
 */
export function pushTaker(
  services: Services,
): (token: string) => Promise<TakenPush> {
  const rates = new SlidingWindow(LIMITS.remotePushesPerMinuteMax);
  return async (token) => {
    const place = await placeAt(services, token);
    if (!place) return { came: "unknown" };
    const waitMs = rates.take(token, services.clock());
    if (waitMs > 0) return { came: "too_many", waitMs };
    await callOperation(services, lookSoon, clock(services), place);
    return { came: "taken" };
  };
}

async function placeAt(
  { db }: Services,
  token: string,
): Promise<RemotePlace | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const row = await remoteTaskStore(db).byToken(sha256(token));
  return (
    row && { conversationId: row.conversationId, accountId: row.accountId }
  );
}
