import { ServiceError } from "./errors.ts";
import { LIMITS } from "./limits.ts";

/**
 * Parses a JSON text from outside: bounded depth, well-formed strings.
 * @throws invalid_json
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ServiceError("invalid_json", {
      detail: "Cannot read the body: it is not well-formed JSON.",
      cause,
    });
  }
  inspect(value, 0);
  return value;
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === "string") inspectText(value);
  if (typeof value !== "object" || value === null) return;
  if (depth >= LIMITS.jsonDepthMax) {
    throw new ServiceError("invalid_json", {
      detail: `Cannot read the body: it is nested deeper than ${LIMITS.jsonDepthMax} levels.`,
    });
  }
  for (const key in value) {
    inspectText(key);
    inspect(value[key as keyof typeof value], depth + 1);
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
