import { describe, expect, test } from "bun:test";
import {
  isLoopbackAddress,
  isPublicAddress,
} from "../../packages/standards/src/public_address.ts";

const PUBLIC = [
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450::1",
];

const CLOSED = {
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  private: [
    "10.0.0.0",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
  ],
  "carrier-grade NAT": ["100.64.0.0", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  "link-local": ["169.254.0.1", "fe80::1", "febf::1"],
  metadata: [
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
  ],
  "unique-local": ["fc00::1", "fdff::1"],
  "site-local": ["fec0::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  documentation: [
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "2001:db8::1",
    "3fff::1",
  ],
  benchmark: ["198.18.0.1", "198.19.255.255", "2001:2::1"],
  "reserved and broadcast": ["240.0.0.1", "255.255.255.255", "4000::1"],
  "IPv4-mapped": ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:1.1.1.1"],
  "IPv4-compatible": ["::127.0.0.1"],
  "6to4, Teredo and NAT64": [
    "2002:7f00:1::",
    "2001::1",
    "64:ff9b::7f00:1",
    "64:ff9b::10.0.0.1",
    "64:ff9b:1::1",
  ],
  "with a zone": ["fe80::1%eth0", "2606:4700::1%eth0", "::1%lo"],
  "not an address": [
    "",
    "localhost",
    "1.1.1",
    "1.1.1.1.",
    "0x7f.1",
    " 1.1.1.1",
  ],
};

for (const address of PUBLIC) {
  test(`${address} may be connected to`, () => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isLoopbackAddress(address)).toBe(false);
  });
}

for (const [kind, addresses] of Object.entries(CLOSED)) {
  describe(`${kind} is refused`, () => {
    for (const address of addresses) {
      test(JSON.stringify(address), () => {
        expect(isPublicAddress(address)).toBe(false);
      });
    }
  });
}

test("loopback is 127.0.0.0/8 and ::1, in no other form", () => {
  const forms = [
    "127.0.0.1",
    "127.9.9.9",
    "::1",
    "::ffff:127.0.0.1",
    "0.0.0.0",
  ];
  expect(forms.filter(isLoopbackAddress)).toEqual([
    "127.0.0.1",
    "127.9.9.9",
    "::1",
  ]);
});
