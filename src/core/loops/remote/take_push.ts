import { parseJson } from "../../access/read_json.ts";
import { SlidingWindow } from "../../access/sliding_window.ts";
import type { ForeignAccount } from "../../addresses/foreign/foreign_store.ts";
import { foreignStore } from "../../addresses/foreign/foreign_store.ts";
import type { RemotePlace } from "../../addresses/foreign/remote_task_store.ts";
import { remoteTaskStore } from "../../addresses/foreign/remote_task_store.ts";
import type { RemoteTask } from "../../agents/remote/calls/remote_task.ts";
import { readStreamResponse } from "../../agents/remote/calls/remote_task.ts";
import { sha256 } from "../../base/digest.ts";
import { isObject } from "../../base/json.ts";
import { LIMITS } from "../../base/limits.ts";
import { peerHeard } from "../../federation/circuits.ts";
import { requireReach } from "../../federation/policy.ts";
import type { SignedRequest } from "../../federation/verify_request.ts";
import { verifyRequest } from "../../federation/verify_request.ts";
import { lookSoon } from "../../operations/look_soon.ts";
import type { Services } from "../../pipeline/call.ts";
import { callOperation } from "../../pipeline/call.ts";
import { clock } from "../duty.ts";
import { takeRemote } from "./take_remote.ts";

/** A push: the token that names the task, and the request if it claims to be signed. */
export interface Push {
  readonly token: string;
  /** Reads the request; undefined if it is not signed. */
  readonly signed: (() => Promise<SignedRequest>) | undefined;
}

/** The result of a push: taken, of no known task, or too many in a minute. */
export type TakenPush =
  | { readonly came: "taken" | "unknown" }
  | { readonly came: "too_many"; readonly waitMs: number };

const TOKEN = /^[0-9a-f]{64}$/;

/**
 * Takes pushes about tasks at other services (A2A 1.0, 4.3.3). The token names the task and
 * proves nothing else: only one that the task's own service has signed is believed, any other
 * has the task asked for, and its body is not read.
 */
export function pushTaker(
  services: Services,
): (push: Push) => Promise<TakenPush> {
  const rates = new SlidingWindow(LIMITS.remotePushesPerMinuteMax);
  return async ({ token, signed }) => {
    const place = await placeAt(services, token);
    if (!place) return { came: "unknown" };
    const waitMs = rates.take(token, services.clock());
    if (waitMs > 0) return { came: "too_many", waitMs };
    const account = await foreignStore(services.db).byAccount(place.accountId);
    if (!account) return { came: "unknown" };
    await requireReach(services, account);
    const by = { ...place, account };
    const isTaken =
      signed !== undefined && (await believe(services, by, await signed()));
    if (!isTaken) {
      const soon = { ...place, at: services.clock() };
      await callOperation(services, lookSoon, clock(services), soon);
    }
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

/**
 * Takes a whole task that its own service has signed; false if the task has to be asked for.
 * @throws signature_invalid
 */
async function believe(
  services: Services,
  { account, ...place }: RemotePlace & { readonly account: ForeignAccount },
  request: SignedRequest,
): Promise<boolean> {
  const { origin, keyId, digest } = await verifyRequest(services, request);
  const heard = await peerHeard(services, origin);
  if (heard.length > 0) await services.db.commit(heard);
  const task = account.origin === origin ? taskIn(request.body) : undefined;
  if (!task) return false;
  const evidence = { digest, keyId, origin };
  const taken = { ...place, said: task, by: "push", evidence } as const;
  const came = await takeRemote(services, taken);
  // An older one is late, or its service has gone back to a backup: the answer to a look tells.
  return came !== "later" && came !== "older" && !isPart(task);
}

function taskIn(body: Uint8Array): RemoteTask | undefined {
  try {
    const said = readStreamResponse(parseJson(Buffer.from(body).toString()));
    return said?.kind === "task" ? said.task : undefined;
  } catch {
    return undefined;
  }
}

/** True for a task that leaves older messages out: some of them may not be here yet. */
function isPart({ metadata: { svc }, dropped }: RemoteTask): boolean {
  return dropped > 0 || (isObject(svc) && Number(svc.messagesOmitted ?? 0) > 0);
}
