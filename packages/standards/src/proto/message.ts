/** A fault of a field. */
interface ProtoFault {
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

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
  readonly faults: ProtoFault[];
  /** How many faults are reported. */
  readonly faultsMax: number;
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
function addFault({ faults, faultsMax }: Proto, error: ProtoFault): void {
  const { pointer, detail } = error;
  if (faults.some((it) => it.pointer === pointer && it.detail === detail)) {
    return;
  }
  if (faults.length <= faultsMax) faults.push(error);
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
    faultsMax: wire.faultsMax,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
