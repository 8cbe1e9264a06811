import type { QueryCall } from "../../access/context.ts";

/**
 * The sums in USDC, which are never added to those in test money; undefined if the service
 * does not take USDC and there is none.
 */
export function usdcApart<T extends object, S>(
  { settings }: Pick<QueryCall, "settings">,
  sums: T,
  show: (sums: T) => S,
): { readonly usdc?: S } {
  const isThere = Object.values(sums).some((it) => it !== 0);
  return settings.rails.includes("x402") || isThere ? { usdc: show(sums) } : {};
}
