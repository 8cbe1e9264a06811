import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Services } from "../core/pipeline/call.ts";

/** The services and settings given to every page's handler. */
export interface RouteContext {
  readonly services: Services;
  readonly auth: Auth;
}

/** The network address a request came from, as far as we can tell. */
export type From = () => string | null;

/** One row of what this wire serves. A handler reads its own body: mount it unparsed. */
export interface AuthRoute {
  readonly method: "GET" | "POST" | "OPTIONS" | "ALL";
  readonly path: string;
  readonly handle: (
    request: Request,
    from: From,
  ) => Response | Promise<Response>;
}
