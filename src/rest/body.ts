import { readJson } from "../core/access/read_json.ts";
import type { JsonObject } from "../core/base/json.ts";
import type { Sentence } from "../core/base/words/sentence.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { BodyReading } from "../http/read_text.ts";
import { readBody } from "../http/read_text.ts";
import type { Incoming } from "./incoming.ts";

const JSON_TYPE =
  /^application\/(?:[\w.!#$&^-]+\+)?json *(?:; *charset="?utf-8"? *)?$/i;

/**
 * Reads the body as one JSON object; undefined if it is absent or empty.
 * @throws unsupported_media_type, payload_too_large, invalid_json, invalid_input
 */
export async function readObject(
  { request, headers }: Pick<Incoming, "request" | "headers">,
  reading: BodyReading,
): Promise<JsonObject | undefined> {
  const declared = headers["content-length"];
  const isChunked = headers["transfer-encoding"] !== undefined;
  if (!isChunked && (declared === undefined || declared === "0")) {
    return undefined;
  }
  refuseOtherTypes(headers);
  const bytes = await readBody(request, reading);
  return bytes.length === 0 ? undefined : objectOf(await readJson(bytes));
}

function refuseOtherTypes(headers: Incoming["headers"]): void {
  const type = headers["content-type"];
  if (type !== undefined && type !== "application/json") {
    if (!JSON_TYPE.test(type))
      throw unsupported(told`its media type must be JSON`);
  }
  const coding = headers["content-encoding"];
  if (coding !== undefined && coding.toLowerCase() !== "identity") {
    throw unsupported(told`content codings are not supported`);
  }
}

function objectOf(value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new ServiceError("invalid_input", {
    detail: told`Cannot read the body: it must be one JSON object.`,
    errors: [{ pointer: "", code: "type", detail: told`must be an object` }],
  });
}

function unsupported(why: Sentence): ServiceError {
  return new ServiceError("unsupported_media_type", {
    detail: told`Cannot read the body: ${why}.`,
  });
}
