import type { Caller } from "../core/access/context.ts";
import type { Guest } from "../core/access/principal.ts";
import { requestIdOf } from "../http/request_id.ts";

/** A guest as a call names them. */
export function guestCaller(guest: Guest, { headers }: Request): Caller {
  const requestId = requestIdOf(headers.get("x-request-id"));
  return { principal: guest, via: "web", requestId };
}

/** What a path ends in: a token or an id. */
export function lastPart({ url }: Request): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
