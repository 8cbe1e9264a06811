import type { Static } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { showMoney } from "../base/money.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { accessWords } from "./access_words.ts";
import type { Credential } from "./credentials_store.ts";
import type { CredentialSchema } from "./schemas.ts";
import { presetOf } from "./scopes.ts";

/** Shows a credential with only the end of its token. */
export function presentCredential(
  { settings, say }: Pick<QueryCall, "settings" | "say">,
  credential: Credential,
): Static<typeof CredentialSchema> {
  const { clientId, keys, lastFour, scopes } = credential;
  return {
    id: credential.id,
    kind: clientId !== null ? "oauth" : keys ? "keys" : "token",
    name: credential.name,
    clientId: clientId ?? (keys ? credential.id : null),
    ...(keys && "jwksUri" in keys && { jwksUri: keys.jwksUri }),
    prefix: clientId === null && !keys ? "svc_" : null,
    lastFour,
    preset: presetOf(scopes)?.id ?? null,
    scopes: scopes && [...scopes],
    limits: shownLimits(credential),
    says: accessWords(settings, credential, say),
    createdAt: showTime(credential.createdAt),
    lastUsedAt: timeOrNull(credential.lastUsedAt),
    lastUsedFrom: credential.lastUsedFrom,
    rotatedAt: timeOrNull(credential.rotatedAt),
    expiresAt: timeOrNull(credential.expiresAt),
    revokedAt: timeOrNull(credential.revokedAt),
  };
}

function shownLimits(credential: Credential) {
  const { perPayment, perDay, perPayee, payees, contactTypes } = credential;
  const { askFirstPayment, accept } = credential;
  return {
    perPayment: shownLimit(perPayment),
    perDay: shownLimit(perDay),
    perPayee: shownLimit(perPayee),
    payees: shownList(payees),
    contactTypes: shownList(contactTypes),
    askFirstPayment,
    accept: accept && {
      maxPrice: shownLimit(accept.maxPrice),
      contactTypes: shownList(accept.contactTypes),
      senders: shownList(accept.senders),
    },
  };
}

function shownLimit(limit: number | null = null) {
  return limit === null ? null : showMoney(limit);
}

function shownList(list: readonly string[] | null = null) {
  return list && [...list];
}
