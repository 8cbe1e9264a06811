import type { QueryCall } from "../access/context.ts";
import type { Hex, RailName } from "../base/rails/chain.ts";
import { closed, nullable, string } from "../base/schemas.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { payoutStore } from "./payout_store.ts";
import {
  NO_ADDRESS,
  parseChainAddress,
  showChainAddress,
} from "./terms/address.ts";

/** The payout address of an account on the service's chain. */
export const PayoutSchema = closed({
  network: string("The chain that USDC is paid on, such as `eip155:8453`."),
  asset: string("Address of the token there."),
  collector: string("The contract that collects signed payments."),
  address: nullable(
    string("The account's own address there; null while it cannot be paid."),
  ),
});

/** The wallet that an account named; undefined if the service pays on no chain. */
export async function payoutOf(
  { db, settings }: Pick<QueryCall, "db" | "settings">,
  accountId: string,
) {
  if (!settings.chain) return undefined;
  const { chainId, token, collector } = settings.chain.place;
  const address = await payoutStore(db).ofAccount(accountId);
  return {
    network: `eip155:${chainId}`,
    asset: showChainAddress(token),
    collector: showChainAddress(collector),
    address: address === undefined ? null : showChainAddress(address),
  };
}

/** Refuses a price whose payee cannot be paid. @throws no_payout_address */
export async function requirePayout(
  { db }: Pick<QueryCall, "db">,
  rail: RailName,
  payeeId: string | null,
): Promise<void> {
  if (rail === "x402") await payeeAddress({ db }, payeeId);
}

/** The payout address of a payee. @throws no_payout_address */
export async function payeeAddress(
  { db }: Pick<QueryCall, "db">,
  payeeId: string | null,
): Promise<Hex> {
  const address =
    payeeId === null ? undefined : await payoutStore(db).ofAccount(payeeId);
  if (address !== undefined) return address;
  throw new ServiceError("no_payout_address", {
    detail:
      payeeId === null
        ? told`Cannot offer a price in USDC: no one in \`to\` has an account here that can be paid.`
        : told`Cannot offer a price in USDC: the payee has no payout address.`,
  });
}

/** Reads a payout address. @throws invalid_input */
export function readPayoutAddress(
  { settings }: Pick<QueryCall, "settings">,
  text: string,
): Hex {
  const address = parseChainAddress(text.trim());
  if (address === undefined) {
    throw unfit(
      "invalid",
      /^0x[0-9a-f]{40}$/i.test(text.trim())
        ? told`the address has a typo (its ERC-55 checksum is wrong); copy it again from your wallet`
        : told`an address is 0x and 40 hex digits; copy it from your wallet`,
    );
  }
  const { place, operator } = settings.chain ?? {};
  const taken = [NO_ADDRESS, operator, ...(place ? contractsOf(place) : [])];
  if (taken.includes(address)) {
    throw unfit(
      "not_yours",
      told`no one could withdraw money from this address`,
    );
  }
  return address;
}

function contractsOf({
  token,
  escrow,
  collector,
}: Readonly<Record<"token" | "escrow" | "collector", Hex>>): readonly Hex[] {
  return [token, escrow, collector];
}

function unfit(code: string, detail: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot pay out there: ${detail}.`,
    errors: [{ pointer: "/address", code, detail }],
  });
}
