import { LIMITS } from "../base/limits.ts";
import { breathe } from "../base/pace.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { fieldName } from "../errors/field_errors.ts";
import { shownName } from "../errors/unknown_fields.ts";
import { checkJsonCost } from "./json_bounds.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON text from outside: limited nesting and values, well-formed strings.
 * @throws invalid_json, payload_too_large, invalid_input
 */
export function parseJson(text: string): unknown {
  checkJsonCost(Buffer.from(text));
  const value = parsed(text);
  refuseUnsound(value);
  return value;
}

/**
 * The same for the operator of this machine, whose channel limits its length: a part of an
 * archive has more values and text than a request may.
 * @throws invalid_json, invalid_input
 */
export function parseOperatorJson(text: string): unknown {
  const value = parsed(text);
  refuseUnsound(value);
  return value;
}

/**
 * The same for the bytes of a body; a large one is read in steps so that other requests run
 * in between.
 * @throws invalid_json, payload_too_large, invalid_input
 */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
  const value = await readCalls(bytes);
  refuseUnsound(value);
  return value;
}

/**
 * The same without the check of texts, for JSON-RPC: each call of a batch is refused by its
 * own id, so each is checked separately (`refuseUnsound`).
 * @throws invalid_json, payload_too_large
 */
export async function readCalls(bytes: Uint8Array): Promise<unknown> {
  checkJsonCost(bytes);
  if (bytes.length <= LIMITS.requestBytesMax) return parsed(decoded(bytes));
  await breathe();
  const text = decoded(bytes);
  await breathe();
  const value = parsed(text);
  await breathe();
  return value;
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new ServiceError("invalid_json", {
      detail: told`Cannot read the body: it is not UTF-8.`,
      cause,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_json", {
      detail: told`Cannot read the body: it is not well-formed JSON.`,
      cause,
    });
  }
}

/**
 * Refuses texts that cannot be stored or hashed: with a lone surrogate, or with a NUL, which
 * ends a text in the database.
 * @throws invalid_input with the field
 */
export function refuseUnsound(value: unknown): void {
  const pointer = unsoundAt(value);
  if (pointer === undefined) return;
  const name = pointer === "" ? told`the body` : fieldName(pointer);
  const detail = told`${name} contains a NUL or half a surrogate pair`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot read the body: ${detail}.`,
    errors: [{ pointer, code: "text", detail }],
  });
}

/** Pointer to the first text or member name that is not well formed. */
function unsoundAt(value: unknown): string | undefined {
  if (typeof value === "string") return isSound(value) ? undefined : "";
  if (typeof value !== "object" || value === null) return undefined;
  for (const key in value) {
    if (!isSound(key)) return `/${shownName(key)}`;
    const within = unsoundAt(value[key as keyof typeof value]);
    if (within !== undefined) return `/${shownName(key)}${within}`;
  }
  return undefined;
}

function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
