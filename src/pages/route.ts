import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Services } from "../core/pipeline/call.ts";

/** The services and settings for every page's handler. */
export interface RouteContext {
  readonly services: Services;
  readonly auth: Auth;
}

/** The network address of a request, as far as known. */
export type From = () => string | null;

/** One row of this wire. A handler reads its own body: mount it unparsed. */
export interface AuthRoute {
  readonly method: "GET" | "POST" | "OPTIONS" | "ALL";
  readonly path: string;
  readonly handle: (
    request: Request,
    from: From,
  ) => Response | Promise<Response>;
}
