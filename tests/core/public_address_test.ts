import { expect, test } from "bun:test";
import { isPublicAddress } from "../../src/core/public_address.ts";

test.each([
  "1.1.1.1",
  "9.9.9.9",
  "172.15.255.255",
  "172.32.0.1",
  "100.128.0.1",
  "2606:4700:4700::1111",
  "2a00:1450::1",
])("%s is on the public internet", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  "",
  "localhost",
  "1.1.1",
  "0.0.0.0",
  "127.0.0.1",
  "127.255.255.254",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.2.1",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:1.1.1.1",
  "::7f00:1",
  "64:ff9b::7f00:1",
  "2001:db8::1",
  "2001::1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "fe80::1%eth0",
  "ff02::1",
])("%p is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
