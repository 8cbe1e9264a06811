import { BlockList, isIP } from "node:net";

type Range = readonly [network: string, prefix: number];

/** Non-public IPv4 (IANA special-purpose registry, RFC 6890). */
const CLOSED_V4: readonly Range[] = [
  ["0.0.0.0", 8], // "this network": connects to this machine
  ["10.0.0.0", 8], // private (RFC 1918)
  ["100.64.0.0", 10], // carrier-grade NAT, and metadata at 100.100.100.200
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // a cloud's metadata at a public address
  ["169.254.0.0", 16], // link-local, and metadata at 169.254.169.254
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments, and metadata at 192.0.0.192
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
];

/**
 * All allocated global IPv6. Outside it: loopback, unspecified, IPv4 in IPv6, NAT64,
 * unique-local, link-local, site-local, multicast.
 */
const GLOBAL_V6: Range = ["2000::", 3];

/** Ranges within it that are not public (RFC 6890 and the IANA registry). */
const CLOSED_V6: readonly Range[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address in disguise
  ["3fff::", 20], // documentation
];

const closedV4 = blockList("ipv4", CLOSED_V4);
const closedV6 = blockList("ipv6", CLOSED_V6);
const globalV6 = blockList("ipv6", [GLOBAL_V6]);
const loopbackV4 = blockList("ipv4", [["127.0.0.0", 8]]);
const loopbackV6 = blockList("ipv6", [["::1", 128]]);

function blockList(family: "ipv4" | "ipv6", ranges: readonly Range[]) {
  const list = new BlockList();
  for (const [network, prefix] of ranges) {
    list.addSubnet(network, prefix, family);
  }
  return list;
}

/** True for an IP address that anybody on the internet may reach. */
export function isPublicAddress(text: string): boolean {
  switch (familyOf(text)) {
    case 4:
      return !closedV4.check(text, "ipv4");
    case 6:
      return globalV6.check(text, "ipv6") && !closedV6.check(text, "ipv6");
    default:
      return false;
  }
}

/** True for an address of this machine only. */
export function isLoopbackAddress(text: string): boolean {
  switch (familyOf(text)) {
    case 4:
      return loopbackV4.check(text, "ipv4");
    case 6:
      return loopbackV6.check(text, "ipv6");
    default:
      return false;
  }
}

/** A zone id names an interface of this machine: no such address is public. */
function familyOf(text: string): number {
  return text.includes("%") ? 0 : isIP(text);
}
