/** The rails: test money in the ledger, or USDC in escrow on a chain. */
const RAIL_NAMES = ["ledger", "x402"] as const;
export type RailName = (typeof RAIL_NAMES)[number];

/** True for the name of a rail. */
export function isRailName(name: string): name is RailName {
  return RAIL_NAMES.some((it) => it === name);
}

/** The values of `currency` next to a price. */
export const CURRENCIES = ["TEST", "USDC"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** The rail that holds prices in a currency. */
export function railOfCurrency(currency: Currency): RailName {
  return currency === "TEST" ? "ledger" : "x402";
}

/** The currency that a rail holds. */
export function currencyOn(rail: RailName): Currency {
  return rail === "ledger" ? "TEST" : "USDC";
}

/** Bytes in a chain's notation: `0x` and two digits each. */
export type Hex = `0x${string}`;

/** The payment token, as its signatures name it (EIP-712). */
export interface TokenDomain {
  readonly chainId: number;
  readonly token: Hex;
  readonly name: string;
  readonly version: string;
}

/** Where money is held: one chain, its token, and the escrow contracts. */
export interface ChainPlace extends TokenDomain {
  readonly escrow: Hex;
  /** Takes the payer's tokens by their signature. */
  readonly collector: Hex;
  /** The factories that may deploy a payer's wallet in a hold, if it is not on the chain yet. */
  readonly walletFactories: readonly Hex[];
  /** The address that receives the service's fee. */
  readonly feeReceiver: Hex;
  /** Maximum wei per unit of gas: above it, transactions wait. */
  readonly gasPriceMax: bigint;
}

/** How the service holds prices on a chain. */
export interface ChainSettings {
  readonly place: ChainPlace;
  /** The account that captures and returns; its key is in no setting. */
  readonly operator: Hex;
}

/** How to reach the chain, and the signing key. */
export interface ChainNode {
  /** May contain a key. Never shown, never logged. */
  readonly url: string;
  readonly finality: "finalized" | "safe";
  /** The account that receives the fee; the operator by default. */
  readonly place: Omit<ChainPlace, "feeReceiver"> & {
    readonly feeReceiver: Hex | undefined;
  };
  readonly codes: ChainCodes;
  /** The operator's private key, 64 hex digits. Never shown, never logged. */
  readonly secret: string;
}

/** The Keccak-256 of the code of each contract. */
export type ChainCodes = Readonly<Record<"escrow" | "collector", Hex>>;

/** The plugged-in rail for money on a chain, described in `core/payments/chain/chain_port.ts`. */
export interface ChainPlug {
  readonly name: "x402";
}
