import type { Static } from "typebox";
import { Type } from "typebox";
import { loadAccount, ownerOf } from "../identity/accounts.ts";
import {
  limitCredential,
  loadCredential,
  presentCredential,
} from "../identity/credentials.ts";
import {
  CredentialId,
  CredentialSchema,
  OwnerId,
} from "../identity/schemas.ts";
import { parseAmount } from "../money.ts";
import { defineCommand, OWNER } from "../operation.ts";
import { closed, nullable, PriceInput } from "../schemas.ts";

const LimitInput = Type.Optional(nullable(PriceInput));

/** Changes what a credential may spend; it never changes its own. */
export const updateCredential = defineCommand({
  name: "update_credential",
  title: "Change the limits of a credential",
  description:
    "Change the most that one payment, and all of a UTC day, may hold. null takes a limit away; one that is left out stays as it is. It counts from the next payment on.",
  access: OWNER,
  input: closed({
    accountId: OwnerId,
    credentialId: CredentialId,
    limits: closed({ perPayment: LimitInput, perDay: LimitInput }),
  }),
  output: closed({ credential: CredentialSchema }),
  chains: ({ accountId }, call) => [ownerOf(call, accountId)],
  async run({ accountId, credentialId, limits }, call) {
    const { id } = await loadAccount(call, ownerOf(call, accountId));
    const before = await loadCredential(call, id, credentialId);
    const after = limitCredential(call, before, {
      perPayment: readLimit(limits, "perPayment", before.perPayment),
      perDay: readLimit(limits, "perDay", before.perDay),
    });
    return { credential: presentCredential(after) };
  },
});

type Limits = Partial<
  Readonly<Record<"perPayment" | "perDay", Static<typeof PriceInput> | null>>
>;

function readLimit(
  limits: Limits,
  name: "perPayment" | "perDay",
  before: number | null,
): number | null {
  const wanted = limits[name];
  if (wanted === undefined) return before;
  return wanted === null ? null : parseAmount(wanted, `/limits/${name}`);
}
