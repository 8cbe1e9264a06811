import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { inviteActionRoutes } from "./invite_actions.ts";
import { inviteRoutes } from "./invite_pages.ts";
import { inviteStopRoutes } from "./invite_stop.ts";

/** What whoever was invited by mail sees and does, without an account. */
export function guestRoutes(context: RouteContext): readonly AuthRoute[] {
  return [
    ...inviteStopRoutes(context),
    ...inviteRoutes(context),
    ...inviteActionRoutes(context),
  ];
}
