import type { Hex } from "./chain.ts";

const WALLET = /^(0x[0-9a-f]{40})(?:@|$)/;

/**
 * The wallet in the address of a buyer without an account, or in its local-part, which only the
 * service gives; undefined for any other address. Pure.
 */
export function walletIn(address: string): Hex | undefined {
  return WALLET.exec(address)?.[1] as Hex | undefined;
}

/** The name of such a buyer. Pure. */
export function walletName(wallet: Hex): string {
  return `Wallet ${wallet.slice(0, 6)}…${wallet.slice(-4)}`;
}
