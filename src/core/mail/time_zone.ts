import { isTimeZone } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/**
 * Refuses a zone that no moment can be shown in.
 * @throws invalid_input
 */
export function requireTimeZone(timeZone: string): void {
  if (isTimeZone(timeZone)) return;
  const detail = told`unknown time zone`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot accept timeZone: ${detail}.`,
    errors: [{ pointer: "/timeZone", code: "unknown", detail }],
  });
}
