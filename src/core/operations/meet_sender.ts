import { Type } from "typebox";
import { definePreparedCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { parseAddress, splitAddress } from "../addresses/address.ts";
import { foreignAt } from "../addresses/foreign/known.ts";
import { resolveText } from "../addresses/resolve.ts";
import { LIMITS } from "../base/limits.ts";
import { closed } from "../base/schemas.ts";
import { DAY_MS } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { knowForeign } from "../conversations/acts/drafts/meet_foreign.ts";
import { ServiceError } from "../errors/errors.ts";
import { findCard } from "../federation/find_card.ts";
import { firstContactStore } from "../federation/first_contact_store.ts";
import { requireAllowed } from "../federation/policy.ts";

/**
 * Makes or finds the account of a sender at another service, whose domain must lead to the
 * origin that signed.
 */
export const meetSender = definePreparedCommand({
  name: "meet_sender",
  title: "Meet a sender at another service",
  access: SYSTEM_ONLY,
  input: closed({
    address: Type.String({ maxLength: LIMITS.uriCharsMax }),
    /** The origin that signed in its name. */
    origin: Type.String(),
  }),
  output: closed({ accountId: Type.String(), origin: Type.String() }),
  async prepare({ address: text, origin }, call) {
    const address = parseAddress(text);
    await requireAllowed(call, splitAddress(address).domain);
    const resolved = await resolveText(call, address);
    // The web server of a custom domain does not speak for an account that is here.
    if (resolved.kind === "account" && !resolved.foreign) {
      throw notItsOwn(address);
    }
    const known = await foreignAt(call, address);
    const isFresh =
      known !== undefined && call.now < known.readAt + LIMITS.foreignCardKeptMs;
    const found = isFresh ? undefined : await cardNow(call, address);
    const at = found ? new URL(found.url).origin : known?.origin;
    if (at !== origin || (!found && !isFresh)) throw notItsOwn(address);
    return { address, found };
  },
  chains: () => [],
  async run({ origin }, call, { address, found }) {
    if (found) {
      if (!(await foreignAt(call, address))) {
        await refuseManyFirst(call, origin);
      }
      await knowForeign(call, new Map([[address, found]]));
    }
    const account = await foreignAt(call, address);
    if (!account) throw notItsOwn(address);
    if (account.disabledAt !== null) throw notItsOwn(address);
    return { accountId: account.accountId, origin: account.origin };
  },
});

/** The card of the address. @throws unavailable if its domain cannot be asked now */
async function cardNow(call: Parameters<typeof findCard>[0], address: string) {
  try {
    return await findCard(call, address);
  } catch (error) {
    const isSilent =
      error instanceof ServiceError && error.code === "card_unreachable";
    if (!isSilent) throw error;
    throw new ServiceError("unavailable", {
      detail: told`Cannot take this now: ${splitAddress(address).domain} doesn't answer which service ${address} is at.`,
      cause: error,
    });
  }
}

/** A service not seen for long may bring some new senders a day. @throws rate_limited */
async function refuseManyFirst(
  { db, now }: Parameters<typeof foreignAt>[0],
  origin: string,
): Promise<void> {
  const since = now - DAY_MS;
  const { firstAt, today } = await firstContactStore(db).ofOrigin(
    origin,
    since,
  );
  const isNew =
    firstAt === null || now < firstAt + LIMITS.newServiceDays * DAY_MS;
  if (!isNew || today < LIMITS.newServiceSendersPerDay) return;
  throw new ServiceError("rate_limited", {
    detail: told`Cannot take more new senders of this service today: it is not known here for long.`,
    extra: { retryAfter: DAY_MS / 1_000 },
  });
}

/** The same for an unknown address and another's: neither is told apart. */
function notItsOwn(address: string): ServiceError {
  return new ServiceError("domain_refused", {
    detail: told`Cannot take this request: its domain doesn't say that the sender ${address} is at the service that signed.`,
  });
}
