import { expect, test } from "bun:test";
import {
  encryptPush,
  isPushKeys,
} from "../../../packages/standards/src/push_encryption.ts";
import { decryptPush } from "../../push_service.ts";

const bytes = (text: string) =>
  Uint8Array.fromBase64(text, { alphabet: "base64url" });

/** RFC 8291, appendix A. */
const VECTOR = {
  text: "When I grow up, I want to be a watermelon",
  senderSecret: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
  salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
  browser: {
    secret: bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"),
    p256dh: bytes(
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    ),
    auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
  },
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
} as const;

test("a text is encrypted as the example of RFC 8291, byte for byte, and read back by another reading of it", async () => {
  const { browser, text, salt, senderSecret } = VECTOR;
  const chosen = [salt, senderSecret];
  const body = encryptPush(browser, text, () => chosen.shift() ?? salt);
  expect(Buffer.from(body).toString("base64url")).toBe(VECTOR.body);
  expect(await decryptPush(browser, bytes(VECTOR.body))).toBe(text);
});

test("keys that are no point of the curve, or too short, are none", () => {
  const { p256dh, auth } = VECTOR.browser;
  expect(isPushKeys({ p256dh, auth })).toBe(true);
  expect(isPushKeys({ p256dh, auth: auth.subarray(1) })).toBe(false);
  const other = Uint8Array.from(p256dh);
  other[40] = (other[40] ?? 0) ^ 1;
  expect(isPushKeys({ p256dh: other, auth })).toBe(false);
  expect(isPushKeys({ p256dh: p256dh.subarray(1), auth })).toBe(false);
});
