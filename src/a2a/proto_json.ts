import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { FieldError } from "../core/errors/errors.ts";
import { moreThanOne, ServiceError } from "../core/errors/errors.ts";
import { unknownFieldErrors } from "../core/errors/unknown_fields.ts";

/**
 * Reads ProtoJSON as a proto message (A2A ADR-001): camelCase and proto names,
 * enum numbers, null as unset, lenient base64. Unknown fields are ignored
 * (A2A 5.7); everything that is known is checked, and the first faults are told.
 */
export interface Wire {
  readonly members: Readonly<Record<string, unknown>>;
  /** RFC 6901 pointer into `params`. */
  readonly pointer: string;
  /** Shared by a message and all messages within it. */
  readonly faults: FieldError[];
}

const INT32_MAX = 2_147_483_647;
const INTEGER_TEXT = /^-?\d{1,10}$/;
const RFC3339 =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;
const BASE64 = /^[A-Za-z0-9+/]*$/;

/**
 * Opens the `params` of a call; absent and null are an empty message.
 * @throws invalid_input if it is not an object.
 */
export function openParams(value: unknown): Wire {
  if (value === undefined || value === null) {
    return { members: {}, pointer: "", faults: [] };
  }
  if (isObject(value)) return { members: value, pointer: "", faults: [] };
  throw invalidParams([
    { pointer: "", code: "type", detail: "params must be an object" },
  ]);
}

/** @throws invalid_input listing every fault that was found so far. */
export function refuseFaults({ faults }: Wire): void {
  if (faults.length > 0) throw invalidParams(faults);
}

function invalidParams(errors: readonly FieldError[]): ServiceError {
  const [first] = errors;
  const more = moreThanOne(errors);
  const said = `Invalid parameters: ${first?.detail ?? "not readable"}${more}`;
  const detail = said.endsWith("?") ? said : `${said}.`;
  const isUnknown = errors.every(({ code }) => code === "unknown_field");
  return new ServiceError(isUnknown ? "unknown_field" : "invalid_input", {
    detail,
    errors,
    ...(first?.didYouMean && { extra: { didYouMean: first.didYouMean } }),
  });
}

/**
 * Reports the members of a Struct that we define and that are unknown: a price must not
 * be lost.
 */
export function faultUnknown(wire: Wire, known: readonly string[]): void {
  const names = Object.keys(wire.members).filter((it) => !known.includes(it));
  if (names.length === 0) return;
  const at = wire.pointer;
  wire.faults.push(...unknownFieldErrors({ names, known, at }));
}

/** Reports a wrong field and goes on reading, so that every fault is reported. */
export function fault(wire: Wire, name: string, detail: string): undefined {
  const pointer = name === "" ? wire.pointer : `${wire.pointer}/${name}`;
  addFault(wire, { pointer, code: "invalid_field", detail });
}

/**
 * No more are kept than are told, and one that says that there are more. What is read
 * for two purposes is told once.
 */
function addFault({ faults }: Wire, error: FieldError): void {
  const { pointer, detail } = error;
  if (faults.some((it) => it.pointer === pointer && it.detail === detail)) {
    return;
  }
  if (faults.length <= LIMITS.faultsMax) faults.push(error);
}

/** Notes that a REQUIRED field (A2A 5.7) is unset, unless it was misread. */
export function faultMissing(wire: Wire, name: string): undefined {
  const pointer = `${wire.pointer}/${name}`;
  const isMisread = wire.faults.some(
    (it) => it.pointer === pointer || it.pointer.startsWith(`${pointer}/`),
  );
  if (isMisread) return;
  addFault(wire, { pointer, code: "required", detail: `${name} is missing` });
}

/** A string field; the empty string is how proto3 says unset. */
export function readText(wire: Wire, name: string): string | undefined {
  const value = readString(wire, name);
  return value === "" ? undefined : value;
}

/** A string member of a oneof, where the empty string is set. */
export function readString(wire: Wire, name: string): string | undefined {
  const value = member(wire, name);
  if (value === undefined || typeof value === "string") return value;
  return fault(wire, name, `${name} must be a string`);
}

/** An int32 within bounds; ProtoJSON writes it as a number or a string. */
export function readInteger(
  wire: Wire,
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

export function readFlag(wire: Wire, name: string): boolean | undefined {
  const value = member(wire, name);
  if (value === undefined || typeof value === "boolean") return value;
  return fault(wire, name, `${name} must be true or false`);
}

/** An enum by its name or its number: the position in `names`. */
export function readEnum<N extends string>(
  wire: Wire,
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

/** A moment; finer than a millisecond rounds up, so that `>=` stays true. */
export function readMoment(wire: Wire, name: string): number | undefined {
  const value = readText(wire, name);
  if (value === undefined) return undefined;
  const [, seconds, fraction = "", zone] = RFC3339.exec(value) ?? [];
  const whole = Date.parse(`${seconds}${zone}`);
  if (seconds === undefined || Number.isNaN(whole) || !isReal(seconds)) {
    return fault(wire, name, `${name} must be an RFC 3339 timestamp`);
  }
  return whole + Math.ceil(Number(fraction.padEnd(9, "0")) / 1_000_000);
}

/** `Date.parse` moves 30 February into March; such a day is not real. */
function isReal(seconds: string): boolean {
  const shown = new Date(`${seconds}Z`).getTime();
  return (
    !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(seconds)
  );
}

/** Bytes as plain padded base64; base64url and missing padding are accepted. */
export function readBytes(wire: Wire, name: string): string | undefined {
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
export function readWithin(wire: Wire, name: string): Wire | undefined {
  const value = member(wire, name);
  return value === undefined
    ? undefined
    : within(wire, name, value, `${name} must be an object`);
}

/** A repeated message of at most `max`; an element that is no object is a fault. */
export function readMessages(
  wire: Wire,
  name: string,
  max: number,
): readonly Wire[] {
  const value = member(wire, name);
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    fault(wire, name, `${name} must be an array`);
    return [];
  }
  if (value.length > max) {
    fault(wire, name, `${name} must have at most ${max} entries`);
    return [];
  }
  return value.flatMap((element, index) => {
    const at = `${name}/${index}`;
    return (
      within(wire, at, element, `${name}[${index}] must be an object`) ?? []
    );
  });
}

/** A repeated string; an empty one is a fault. */
export function readTexts(
  wire: Wire,
  name: string,
  { max, charsMax }: { readonly max: number; readonly charsMax: number },
): readonly string[] {
  const value = member(wire, name) ?? [];
  if (!Array.isArray(value)) {
    fault(wire, name, `${name} must be an array`);
    return [];
  }
  if (value.length > max) {
    fault(wire, name, `${name} must have at most ${max} entries`);
    return [];
  }
  return value.map((it: unknown, index) => {
    if (typeof it === "string" && it !== "" && it.length <= charsMax) return it;
    const must = `must be a string of 1 to ${charsMax} characters`;
    fault(wire, `${name}/${index}`, `${name}[${index}] ${must}`);
    return "";
  });
}

/**
 * A member of a google.protobuf.Struct: its name is taken literally, and null is a
 * value like any other.
 */
export function structMember(wire: Wire, name: string): unknown {
  return Object.hasOwn(wire.members, name) ? wire.members[name] : undefined;
}

/** True if the field is there at all, be it null. */
export function isPresent(wire: Wire, name: string): boolean {
  return Object.hasOwn(wire.members, name);
}

/** A Struct within a Struct; null is none. */
export function structWithin(wire: Wire, name: string): Wire | undefined {
  const value = structMember(wire, name) ?? undefined;
  return value === undefined
    ? undefined
    : within(wire, name, value, `${name} must be an object`);
}

/** A field's value under its JSON or its proto name; null is unset. */
export function member(wire: Wire, name: string): unknown {
  const { members } = wire;
  const camel = Object.hasOwn(members, name) ? members[name] : undefined;
  const proto = protoNameOf(name);
  if (proto === name || !Object.hasOwn(members, proto)) {
    return camel ?? undefined;
  }
  const snake = members[proto] ?? undefined;
  if (snake !== undefined && camel !== undefined && camel !== null) {
    return fault(wire, name, `${name} is given twice, also as ${proto}`);
  }
  return camel ?? snake;
}

// Filled with the field names of this wire only, never with a caller's.
const protoNames = new Map<string, string>();

function protoNameOf(name: string): string {
  let proto = protoNames.get(name);
  if (proto === undefined) {
    proto = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    protoNames.set(name, proto);
  }
  return proto;
}

function within(
  wire: Wire,
  name: string,
  value: unknown,
  otherwise: string,
): Wire | undefined {
  if (!isObject(value)) return fault(wire, name, otherwise);
  return {
    members: value,
    pointer: `${wire.pointer}/${name}`,
    faults: wire.faults,
  };
}
