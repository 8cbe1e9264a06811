import type { Core } from "../access/context.ts";
import { forgetPrincipals } from "./authenticate.ts";

/** Invalidates the bearer tokens of ended sessions at once in this process. */
export function forgetSessions(
  core: Pick<Core, "db">,
  isEnded: (sessionId: string) => boolean,
): void {
  forgetPrincipals(
    core,
    (it) =>
      "sessionId" in it && it.sessionId !== undefined && isEnded(it.sessionId),
  );
}
