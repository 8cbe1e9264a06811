import { BlockList, isIP } from "node:net";

/** Ranges that are not the public internet (IANA special-purpose registries). */
const NOT_PUBLIC: readonly (readonly [net: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** IPv6 is public in 2000::/3 alone, and not in all of it. */
const GLOBAL_SIX: readonly [net: string, prefix: number] = ["2000::", 3];
const NOT_PUBLIC_SIX: readonly (readonly [net: string, prefix: number])[] = [
  ["2001::", 23], // protocol assignments, Teredo among them
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4 holds any IPv4 address
  ["3fff::", 20],
];

const refused = blockListOf("ipv4", NOT_PUBLIC);
const globalSix = blockListOf("ipv6", [GLOBAL_SIX]);
const refusedSix = blockListOf("ipv6", NOT_PUBLIC_SIX);

function blockListOf(
  family: "ipv4" | "ipv6",
  ranges: readonly (readonly [net: string, prefix: number])[],
): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of ranges) list.addSubnet(net, prefix, family);
  return list;
}

/**
 * True for an IP address on the public internet: what others name may be
 * connected to. Loopback, private, link-local, metadata, multicast and
 * documentation addresses are not, nor is an IPv4 address wrapped in IPv6.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !refused.check(address, "ipv4");
  if (isIP(address) !== 6 || address.includes("%")) return false;
  return globalSix.check(address, "ipv6") && !refusedSix.check(address, "ipv6");
}
