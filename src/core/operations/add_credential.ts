import { Type } from "typebox";
import { ServiceError } from "../errors.ts";
import { loadAccount } from "../identity/accounts.ts";
import {
  issueCredential,
  presentCredential,
  requireRoom,
} from "../identity/credentials.ts";
import {
  AccountId,
  CredentialName,
  CredentialSchema,
  ScopesInput,
  TokenSchema,
} from "../identity/schemas.ts";
import { LIMITS } from "../limits.ts";
import { defineCommand, OPERATOR_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

/** Makes one more credential for an account. */
export const addCredential = defineCommand({
  name: "add_credential",
  title: "Add a credential",
  description: "Make an agent credential. The token is shown once.",
  access: OPERATOR_ONLY,
  input: closed({
    accountId: AccountId,
    name: CredentialName,
    scopes: Type.Optional(ScopesInput),
    expiresAt: Type.Optional(
      Type.String({
        description: "When it stops working (RFC 3339); never, if absent.",
        maxLength: LIMITS.idCharsMax,
      }),
    ),
  }),
  output: closed({ credential: CredentialSchema, token: TokenSchema }),
  chains: ({ accountId }) => [accountId],
  async run({ accountId, name, scopes, expiresAt }, call) {
    const account = await loadAccount(call, accountId);
    if (account.kind === "service") {
      throw new ServiceError("forbidden", {
        detail: "Cannot add a credential: service agents have none.",
      });
    }
    await requireRoom(call, accountId);
    const { credential, token } = issueCredential(call, {
      accountId,
      name,
      ...(scopes && { scopes }),
      ...(expiresAt !== undefined && {
        expiresAt: readExpiry(expiresAt, call.now),
      }),
    });
    return { credential: presentCredential(credential), token };
  },
});

const RFC_3339 =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

function readExpiry(text: string, now: number): number {
  const at = RFC_3339.test(text) ? Date.parse(text) : Number.NaN;
  if (at > now) return at;
  const detail = Number.isNaN(at)
    ? "expiresAt must be a time such as 2030-01-31T12:00:00Z"
    : "expiresAt must lie in the future";
  throw new ServiceError("invalid_input", {
    detail: `Cannot add a credential: ${detail}.`,
    errors: [{ pointer: "/expiresAt", code: "invalid_time", detail }],
  });
}
