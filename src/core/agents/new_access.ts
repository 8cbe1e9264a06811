import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { LimitsInput, readLimits } from "../addresses/access_limits.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { parseTime } from "../base/time.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import type { NewCredential } from "../identity/credentials.ts";
import { requireRoom } from "../identity/credentials.ts";
import {
  CredentialName,
  OwnerId,
  PresetInput,
  ScopesInput,
} from "../identity/schemas.ts";
import { scopesOfPreset } from "../identity/scopes.ts";
import { readAccessName } from "./display_name.ts";

/** The input for a new access: its name, rights, limits and end. */
export const NEW_ACCESS = {
  accountId: OwnerId,
  name: CredentialName,
  preset: Type.Optional(PresetInput),
  scopes: Type.Optional(ScopesInput),
  limits: Type.Optional(LimitsInput),
  expiresAt: Type.Optional(
    string("When it expires (RFC 3339); never if absent.", LIMITS.idCharsMax),
  ),
};

const NewAccess = closed(NEW_ACCESS);

/**
 * Reads what a new access may do, for an account that has room for it.
 * @throws invalid_input, forbidden, quota_exceeded
 */
export async function readNewAccess(
  call: CommandCall,
  {
    accountId,
    name,
    limits = {},
    expiresAt,
    ...choice
  }: Static<typeof NewAccess>,
): Promise<NewCredential> {
  const called = readAccessName({
    name,
    field: "name",
    doing: told`add a credential`,
  });
  const account = await loadAccount(call, ownerOf(call, accountId));
  if (account.kind === "service") {
    throw new ServiceError("forbidden", {
      detail: told`Cannot add a credential: service agents can't have any.`,
    });
  }
  await requireRoom(call, account.id);
  const scopes = readScopes(choice);
  return {
    accountId: account.id,
    name: called,
    ...(scopes && { scopes }),
    ...readLimits(limits, "/limits"),
    ...(expiresAt !== undefined && {
      expiresAt: readExpiry(expiresAt, call.now),
    }),
  };
}

interface Choice {
  readonly preset?: string;
  readonly scopes?: readonly string[];
}

function readScopes({ preset, scopes }: Choice): readonly string[] | null {
  if (preset === undefined) return scopes ?? null;
  if (scopes === undefined) return scopesOfPreset(preset);
  throw invalid("/scopes", "conflict", told`send either preset or scopes`);
}

function readExpiry(text: string, now: number): number {
  const at = parseTime(text);
  if (at > now) return at;
  const detail = Number.isNaN(at)
    ? told`expiresAt must be a time such as 2030-01-31T12:00:00Z`
    : told`expiresAt must be in the future`;
  throw invalid("/expiresAt", "invalid_time", detail);
}

function invalid(
  pointer: string,
  code: string,
  detail: Sentence,
): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot add a credential: ${detail}.`,
    errors: [{ pointer, code, detail }],
  });
}
