import type { QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { DAY_MS, showTime } from "../base/time.ts";
import type { Credential } from "../identity/credentials_store.ts";
import { credentialStore } from "../identity/credentials_store.ts";
import type { Answer, Questioner } from "./question.ts";
import { list, mayTell } from "./question.ts";
import { serviceAgentStore } from "./store.ts";

const WATCHES =
  "I review every payment, new contact, outward send and cancel before it happens. I never ask for a token, and neither does anybody else here.";

/**
 * `security`: decisions that wait for the requester, what a review stopped, and alerts about
 * credentials.
 */
export const answerSecurity: Answer = async ({ requester }, call) => {
  const told = mayTell(requester, "conversations:read");
  if ("why" in told) return `${WATCHES}\n\n${told.why}`;
  const store = serviceAgentStore(call.db);
  const waiting = await store.waiting(told.accountId);
  const stopped = await store.stopped(told.accountId);
  return [
    WATCHES,
    list(
      "Waiting for your decision:",
      waiting.map(
        ({ title, kind, expiresAt, conversationId }) =>
          `${title} (${kind}, until ${showTime(expiresAt)}, ${conversationId})`,
      ),
      "Nothing waits for your decision.",
    ),
    list(
      "Reviews that stopped something of yours:",
      stopped.map(
        ({ title, state, stateReason, conversationId }) =>
          `"${title}": ${state}${stateReason ? `, ${stateReason}` : ""} (${conversationId})`,
      ),
      "No review stopped anything of yours lately.",
    ),
    await alerts(requester, told.accountId, call),
  ].join("\n\n");
};

/** A limited credential hears nothing about credentials. */
async function alerts(
  { scopes }: Questioner,
  accountId: string,
  { db, now }: QueryCall,
): Promise<string> {
  if (scopes) {
    return "I tell about credentials only to one that is not limited.";
  }
  const all = await credentialStore(db).of(accountId);
  const lines = all.flatMap((it) => alertsOf(it, now));
  return list(
    "Credentials that changed lately or end soon:",
    lines.slice(0, LIMITS.agentListMax),
    `No credential changed in the last ${LIMITS.agentAlertDays} days or ends in the next.`,
  );
}

function alertsOf(credential: Credential, now: number): readonly string[] {
  const { name, createdAt, rotatedAt, revokedAt, expiresAt } = credential;
  const span = LIMITS.agentAlertDays * DAY_MS;
  const isNear = (at: number | null): at is number =>
    at !== null && Math.abs(at - now) < span;
  if (revokedAt !== null) {
    return isNear(revokedAt) ? [`${name}: revoked ${showTime(revokedAt)}`] : [];
  }
  return [
    ...(isNear(createdAt) ? [`${name}: added ${showTime(createdAt)}`] : []),
    ...(isNear(rotatedAt) ? [`${name}: rotated ${showTime(rotatedAt)}`] : []),
    ...(isNear(expiresAt)
      ? [
          `${name}: ${expiresAt <= now ? "ended" : "ends"} ${showTime(expiresAt)}`,
        ]
      : []),
  ];
}
