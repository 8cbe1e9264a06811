import type { Proto } from "./message.ts";
import { fault, member, within } from "./message.ts";

/** Reads the fields of a message by their proto types. */

const INT32_MAX = 2_147_483_647;
const INTEGER_TEXT = /^-?\d{1,10}$/;
const RFC3339 =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^[A-Za-z0-9+/]*$/;

/** A string field; the empty string means unset in proto3. */
export function readText(wire: Proto, name: string): string | undefined {
  const value = readString(wire, name);
  return value === "" ? undefined : value;
}

/** A string member of a oneof, where the empty string is set. */
export function readString(wire: Proto, name: string): string | undefined {
  const value = member(wire, name);
  if (value === undefined || typeof value === "string") return value;
  return fault(wire, name, `${name} must be a string`);
}

/** An int32 within bounds; ProtoJSON writes it as a number or a string. */
export function readInteger(
  wire: Proto,
  name: string,
  { min = 0, max = INT32_MAX } = {},
): number | undefined {
  const value = member(wire, name);
  if (value === undefined) return undefined;
  const number =
    typeof value === "string" && INTEGER_TEXT.test(value)
      ? Number(value)
      : value;
  if (typeof number !== "number" || !Number.isInteger(number)) {
    return fault(wire, name, `${name} must be an integer`);
  }
  if (number < min || number > max) {
    return fault(wire, name, `${name} must be from ${min} to ${max}`);
  }
  return number === 0 ? 0 : number; // -0 is 0.
}

export function readFlag(wire: Proto, name: string): boolean | undefined {
  const value = member(wire, name);
  if (value === undefined || typeof value === "boolean") return value;
  return fault(wire, name, `${name} must be true or false`);
}

/** An enum by its name or its number: the position in `names`. */
export function readEnum<N extends string>(
  wire: Proto,
  name: string,
  names: readonly N[],
): N | undefined {
  const value = member(wire, name);
  if (value === undefined) return undefined;
  const found =
    typeof value === "number"
      ? names[value]
      : names.find((known) => known === value);
  return (
    found ?? fault(wire, name, `${name} must be one of ${names.join(", ")}`)
  );
}

/** A timestamp; fractions of a millisecond round up, so `>=` stays true. */
export function readMoment(wire: Proto, name: string): number | undefined {
  const value = readText(wire, name);
  if (value === undefined) return undefined;
  const [, seconds, fraction = "", zone] = RFC3339.exec(value) ?? [];
  const whole = Date.parse(`${seconds}${zone}`);
  if (seconds === undefined || Number.isNaN(whole) || !isReal(seconds)) {
    return fault(wire, name, `${name} must be an RFC 3339 timestamp`);
  }
  return whole + Math.ceil(Number(fraction.padEnd(9, "0")) / 1_000_000);
}

/** `Date.parse` turns 30 February into March; such a day is invalid. */
function isReal(seconds: string): boolean {
  const shown = new Date(`${seconds}Z`).getTime();
  return (
    !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(seconds)
  );
}

/** Bytes as plain padded base64; base64url and missing padding are accepted. */
export function readBytes(wire: Proto, name: string): string | undefined {
  const value = readString(wire, name);
  if (value === undefined) return undefined;
  const plain = value
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  if (plain.length % 4 === 1 || !BASE64.test(plain)) {
    return fault(wire, name, `${name} must be base64`);
  }
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, "=");
}

/** A nested message. */
export function readWithin(wire: Proto, name: string): Proto | undefined {
  const value = member(wire, name);
  return value === undefined
    ? undefined
    : within(wire, name, value, `${name} must be an object`);
}

/** A repeated message of at most `max`; an element that is not an object is a fault. */
export function readMessages(
  wire: Proto,
  name: string,
  max: number,
): readonly Proto[] {
  return readList(wire, name, max).flatMap((element, index) => {
    const at = `${name}/${index}`;
    return (
      within(wire, at, element, `${name}[${index}] must be an object`) ?? []
    );
  });
}

/** A repeated string; an empty one is a fault. */
export function readTexts(
  wire: Proto,
  name: string,
  { max, charsMax }: { readonly max: number; readonly charsMax: number },
): readonly string[] {
  return readList(wire, name, max).map((it, index) => {
    if (typeof it === "string" && it !== "" && it.length <= charsMax) return it;
    const must = `must be a string of 1 to ${charsMax} characters`;
    fault(wire, `${name}/${index}`, `${name}[${index}] ${must}`);
    return "";
  });
}

/** A repeated field; undefined if it is not a list or too long. */
function readList(wire: Proto, name: string, max: number): readonly unknown[] {
  const value = member(wire, name) ?? [];
  if (!Array.isArray(value)) {
    fault(wire, name, `${name} must be an array`);
    return [];
  }
  if (value.length <= max) return value;
  fault(wire, name, `${name} must have at most ${max} entries`);
  return [];
}
