import type { At, AuthRoute } from "../pages/route.ts";
import { inviteActionRoutes } from "./invite_actions.ts";
import { inviteRoutes } from "./invite_pages.ts";
import { inviteStopRoutes } from "./invite_stop.ts";

/** What whoever was invited by mail sees and does, without an account. */
export function guestRoutes(at: At): readonly AuthRoute[] {
  return [
    ...inviteStopRoutes(at),
    ...inviteRoutes(at),
    ...inviteActionRoutes(at),
  ];
}
