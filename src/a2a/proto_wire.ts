import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { sayInEnglish } from "../core/base/words/say.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import type { FieldError } from "../core/errors/errors.ts";
import { firstFault, ServiceError, saidFault } from "../core/errors/errors.ts";
import { unknownFieldErrors } from "../core/errors/unknown_fields.ts";

/**
 * Reads ProtoJSON as a proto message (A2A ADR-001): camelCase and proto names,
 * enum numbers, null as unset, lenient base64. Unknown fields are ignored (A2A
 * 5.7); every known field is checked, and the first faults are reported.
 */
export interface Proto {
  readonly members: Readonly<Record<string, unknown>>;
  /** RFC 6901 pointer into `params`. */
  readonly pointer: string;
  /** Shared by a message and all messages within it. */
  readonly faults: FieldError[];
}

/**
 * Opens the `params` of a call; absent and null are an empty message.
 * @throws invalid_input if it is not an object.
 */
export function openParams(value: unknown): Proto {
  if (value === undefined || value === null) {
    return { members: {}, pointer: "", faults: [] };
  }
  if (isObject(value)) return { members: value, pointer: "", faults: [] };
  throw invalidParams([
    { pointer: "", code: "type", detail: "params must be an object" },
  ]);
}

/** @throws invalid_input listing every fault found so far. */
export function refuseFaults({ faults }: Proto): void {
  if (faults.length > 0) throw invalidParams(faults);
}

function invalidParams(found: readonly FieldError[]): ServiceError {
  const errors = found.map((it) => ({ ...it, detail: toldAsIs(it.detail) }));
  const [first] = errors;
  const why = first && firstFault(first, errors).in(sayInEnglish);
  const said = `Invalid parameters: ${why ?? "not readable"}`;
  const detail = toldAsIs(said.endsWith("?") ? said : `${said}.`);
  const isUnknown = errors.every(({ code }) => code === "unknown_field");
  return new ServiceError(isUnknown ? "unknown_field" : "invalid_input", {
    detail,
    errors,
    ...(first?.didYouMean && { extra: { didYouMean: first.didYouMean } }),
  });
}

/**
 * Reports unknown members of our own Struct, so that a price is not silently
 * lost.
 */
export function faultUnknown(wire: Proto, known: readonly string[]): void {
  const names = Object.keys(wire.members).filter((it) => !known.includes(it));
  if (names.length === 0) return;
  const at = wire.pointer;
  const unknown = unknownFieldErrors({ names, known, at });
  wire.faults.push(...unknown.map((it) => saidFault(it, sayInEnglish)));
}

/** Reports a wrong field and continues, so that every fault is reported. */
export function fault(wire: Proto, name: string, detail: string): undefined {
  const pointer = name === "" ? wire.pointer : `${wire.pointer}/${name}`;
  addFault(wire, { pointer, code: "invalid_field", detail });
}

/**
 * Keeps no more faults than are reported, plus one that says there are more. A
 * field read twice is reported once.
 */
function addFault({ faults }: Proto, error: FieldError): void {
  const { pointer, detail } = error;
  if (faults.some((it) => it.pointer === pointer && it.detail === detail)) {
    return;
  }
  if (faults.length <= LIMITS.faultsMax) faults.push(error);
}

/** Reports an unset REQUIRED field (A2A 5.7), unless it was misread. */
export function faultMissing(wire: Proto, name: string): undefined {
  const pointer = `${wire.pointer}/${name}`;
  const isMisread = wire.faults.some(
    (it) => it.pointer === pointer || it.pointer.startsWith(`${pointer}/`),
  );
  if (isMisread) return;
  addFault(wire, { pointer, code: "required", detail: `${name} is missing` });
}

/**
 * A member of a google.protobuf.Struct: the name is literal, and null is a
 * value.
 */
export function structMember(wire: Proto, name: string): unknown {
  return Object.hasOwn(wire.members, name) ? wire.members[name] : undefined;
}

/** True if the field is present, even as null. */
export function isPresent(wire: Proto, name: string): boolean {
  return Object.hasOwn(wire.members, name);
}

/** A Struct within a Struct; null counts as none. */
export function structWithin(wire: Proto, name: string): Proto | undefined {
  const value = structMember(wire, name) ?? undefined;
  return value === undefined
    ? undefined
    : within(wire, name, value, `${name} must be an object`);
}

/** A field's value under its JSON or its proto name; null is unset. */
export function member(wire: Proto, name: string): unknown {
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

function protoNameOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A message within one, if it is an object. */
export function within(
  wire: Proto,
  name: string,
  value: unknown,
  otherwise: string,
): Proto | undefined {
  if (!isObject(value)) return fault(wire, name, otherwise);
  return {
    members: value,
    pointer: `${wire.pointer}/${name}`,
    faults: wire.faults,
  };
}
