import type { Proto } from "../../packages/standards/src/proto/message.ts";
import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { sayInEnglish } from "../core/base/words/say.ts";
import { toldAsIs } from "../core/base/words/sentence.ts";
import type { FieldError } from "../core/errors/errors.ts";
import { firstFault, ServiceError, saidFault } from "../core/errors/errors.ts";
import { unknownFieldErrors } from "../core/errors/unknown_fields.ts";

/**
 * Opens the `params` of a call; absent and null are an empty message.
 * @throws invalid_input if it is not an object.
 */
export function openParams(value: unknown): Proto {
  if (value === undefined || value === null) {
    return opened({});
  }
  if (isObject(value)) return opened(value);
  throw invalidParams([
    { pointer: "", code: "type", detail: "params must be an object" },
  ]);
}

function opened(members: Proto["members"]): Proto {
  return { members, pointer: "", faults: [], faultsMax: LIMITS.faultsMax };
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
