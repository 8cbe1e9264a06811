import type { Hex } from "../../base/rails/chain.ts";
import { keccak, parseHex } from "./hex.ts";

/** The zero address, which nobody owns. */
export const NO_ADDRESS: Hex = `0x${"0".repeat(40)}`;

/**
 * An address in lower case; undefined for an invalid one, also if its capital letters do not
 * match (ERC-55): then a digit was mistyped.
 */
export function parseChainAddress(text: unknown): Hex | undefined {
  const address = parseHex(text, 20);
  if (address === undefined || text === address) return address;
  return text === showChainAddress(address) ? address : undefined;
}

/** An address with the capital letters that reveal a mistyped digit (ERC-55). */
export function showChainAddress(address: Hex): Hex {
  const digits = address.slice(2);
  const check = keccak(new TextEncoder().encode(digits)).toHex();
  const shown = [...digits].map((digit, at) =>
    Number.parseInt(check[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${shown.join("")}`;
}
