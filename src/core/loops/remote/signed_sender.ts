import type { RequestEvidence } from "../../access/other_services.ts";
import type { Member } from "../../access/principal.ts";
import { SYSTEM } from "../../access/principal.ts";
import { SlidingWindow } from "../../access/sliding_window.ts";
import { foreignMember } from "../../addresses/foreign/foreign_member.ts";
import { foreignStore } from "../../addresses/foreign/foreign_store.ts";
import { LIMITS } from "../../base/limits.ts";
import { told } from "../../base/words/sentence.ts";
import { perDatabase } from "../../db/per_database.ts";
import { ServiceError } from "../../errors/errors.ts";
import { peerHeard } from "../../federation/circuits.ts";
import { refuseOrigin, requireReach } from "../../federation/policy.ts";
import type { SignedRequest } from "../../federation/verify_request.ts";
import { verifyRequest } from "../../federation/verify_request.ts";
import { meetSender } from "../../operations/meet_sender.ts";
import type { Services } from "../../pipeline/call.ts";
import { outputOf } from "../../pipeline/call.ts";

/** A request that another service signed, and whom or which task it is about. */
export interface SentBySignature {
  readonly request: SignedRequest;
  readonly taskId: string | undefined;
  /** The sender's address. */
  readonly from: string | undefined;
  /** The recipient's address or tenant. */
  readonly to: string | undefined;
}

/** The caller of a signed request, and the proof of it. */
export interface SignedSender {
  readonly principal: Member;
  readonly evidence: RequestEvidence;
}

const windowsOf = perDatabase(() => ({
  perOrigin: new SlidingWindow(LIMITS.signedPerServiceMinute),
  perRecipient: new SlidingWindow(LIMITS.signedPerRecipientMinute),
}));

/**
 * Finds the account of a signed request (docs/federation.md): that of the sender that it
 * names, or the one whose task it is about.
 * @throws signature_invalid, domain_refused, rate_limited, unauthenticated
 */
export async function signedSender(
  services: Services,
  { request, ...named }: SentBySignature,
): Promise<SignedSender> {
  const evidence = await verifyRequest(services, request, (origin) =>
    refuseOrigin(services, origin),
  );
  const { origin } = evidence;
  takeRate(services, origin, named.to);
  // A sign of life: what waits for it leaves now.
  const heard = await peerHeard(services, origin);
  if (heard.length > 0) await services.db.commit(heard);
  const accountId = await accountOf(services, origin, {
    ...named,
    isRead: request.method === "GET",
  });
  return { principal: foreignMember({ accountId, origin }), evidence };
}

/** @throws rate_limited */
function takeRate(
  { db, clock }: Services,
  origin: string,
  to: string | undefined,
): void {
  const { perOrigin, perRecipient } = windowsOf(db);
  const now = clock();
  const ofRecipient =
    to === undefined ? 0 : perRecipient.take(`${origin} ${to}`, now);
  const waitMs = ofRecipient || perOrigin.take(origin, now);
  if (waitMs <= 0) return;
  throw new ServiceError("rate_limited", {
    detail: told`Cannot take this now: your service has sent too much within a minute.`,
    extra: { retryAfter: Math.ceil(waitMs / 1_000) },
  });
}

async function accountOf(
  services: Services,
  origin: string,
  {
    taskId,
    from,
    isRead,
  }: Pick<SentBySignature, "taskId" | "from"> & { readonly isRead: boolean },
): Promise<string> {
  if (taskId !== undefined) {
    const theirs = await foreignStore(services.db).ofTask(taskId, origin);
    // A request that names nobody is that of the first; one that names another is not theirs.
    const found = theirs.find((it) => it.address === (from ?? it.address));
    if (found) {
      await requireReach(services, found);
      return found.accountId;
    }
    // A read meets nobody.
    if (isRead && from !== undefined) {
      throw new ServiceError("conversation_not_found", {
        detail: told`Cannot find this conversation.`,
      });
    }
  }
  if (from === undefined) {
    throw new ServiceError("unauthenticated", {
      detail: told`Cannot tell whose request this is: name the sender in metadata.svc.from, or one of their tasks.`,
    });
  }
  const caller = { principal: SYSTEM, via: "a2a", requestId: "meet" } as const;
  const input = { address: from, origin };
  const output = await outputOf(services, meetSender, caller, input);
  return output.accountId;
}
