import { breathe } from "./breathe.ts";
import { ServiceError } from "./errors.ts";
import { checkJsonCost } from "./json_bounds.ts";
import { LIMITS } from "./limits.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON text from outside: bounded in nesting and values, well-formed strings.
 * @throws invalid_json, payload_too_large
 */
export function parseJson(text: string): unknown {
  checkJsonCost(Buffer.from(text));
  return parsed(text);
}

/**
 * The same of the bytes of a body. Others get their turn between the steps of a large one.
 * @throws invalid_json, payload_too_large
 */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
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
      detail: "Cannot read the body: it is not UTF-8.",
      cause,
    });
  }
}

function parsed(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_json", {
      detail: "Cannot read the body: it is not well-formed JSON.",
      cause,
    });
  }
  inspect(value);
  return value;
}

function inspect(value: unknown): void {
  if (typeof value === "string") inspectText(value);
  if (typeof value !== "object" || value === null) return;
  for (const key in value) {
    inspectText(key);
    inspect(value[key as keyof typeof value]);
  }
}

/** A lone surrogate cannot be hashed, a NUL ends a text in the database. */
function inspectText(text: string): void {
  if (!text.isWellFormed() || text.includes("\0")) {
    throw new ServiceError("invalid_json", {
      detail:
        "Cannot read the body: a text holds a NUL or half a surrogate pair.",
    });
  }
}
