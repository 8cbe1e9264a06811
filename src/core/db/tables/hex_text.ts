import { customType } from "drizzle-orm/sqlite-core";

const HEX = /^(?:[0-9a-f]{2})+$/;

/**
 * A hash or a salt in lower-case hex, stored as its bytes, which halves it. Any other text is
 * stored as text.
 */
export const hexText = customType<{
  data: string;
  driverData: Uint8Array | string;
}>({
  dataType: () => "text",
  toDriver: (text) => (HEX.test(text) ? Uint8Array.fromHex(text) : text),
  fromDriver: (stored) =>
    typeof stored === "string" ? stored : new Uint8Array(stored).toHex(),
});
