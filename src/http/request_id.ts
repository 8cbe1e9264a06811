import { LIMITS } from "../core/base/limits.ts";

const SAFE = new RegExp(`^[\\w.:~+/=@-]{1,${LIMITS.requestIdCharsMax}}$`);

/** The caller's X-Request-Id if it is safe to repeat, or a new one. */
export function requestIdOf(header: string | null | undefined): string {
  return header && SAFE.test(header) ? header : `req_${Bun.randomUUIDv7()}`;
}
