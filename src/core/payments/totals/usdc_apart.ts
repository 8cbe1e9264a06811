import type { QueryCall } from "../../access/context.ts";

/**
 * Sums in USDC beside those in test money, with which they are never added: undefined where
 * the service takes no USDC and nothing of it is there.
 */
export function usdcApart<T extends object, S>(
  { settings }: Pick<QueryCall, "settings">,
  sums: T,
  show: (sums: T) => S,
): { readonly usdc?: S } {
  const isThere = Object.values(sums).some((it) => it !== 0);
  return settings.rails.includes("x402") || isThere ? { usdc: show(sums) } : {};
}
