import type { Services } from "../core/call.ts";
import type { Auth } from "../core/identity/better_auth.ts";
import { offersOAuth } from "../core/identity/oauth_base.ts";
import { accessRoutes } from "./access_page.ts";
import { assetRoutes } from "./assets.ts";
import { bounceRoutes } from "./bounce_endpoint.ts";
import { consentRoutes } from "./consent_page.ts";
import { homeRoutes } from "./home_page.ts";
import { inviteActionRoutes } from "./invite_actions.ts";
import { inviteRoutes } from "./invite_pages.ts";
import { inviteStopRoutes } from "./invite_stop.ts";
import { metadataRoutes } from "./metadata.ts";
import { apiRoutes } from "./mount.ts";
import { oauthRoutes } from "./oauth_endpoints.ts";
import type { AuthRoute } from "./route.ts";
import { signInRoutes } from "./sign_in_pages.ts";
import { signUpRoutes } from "./sign_up_page.ts";

/** Everything this wire serves: the sign-in, its pages, and OAuth where the address allows it. */
export function authRoutes(
  services: Services,
  auth: Auth,
  mailWebhookSecret?: string,
): readonly AuthRoute[] {
  const at = { services, auth };
  return [
    ...apiRoutes(at),
    ...assetRoutes(),
    ...homeRoutes(at),
    ...accessRoutes(at),
    ...signInRoutes(at),
    ...signUpRoutes(at),
    ...inviteStopRoutes(at),
    ...inviteRoutes(at),
    ...inviteActionRoutes(at),
    ...bounceRoutes(at, mailWebhookSecret),
    ...(offersOAuth(services.settings.baseUrl)
      ? [...metadataRoutes(at), ...oauthRoutes(at), ...consentRoutes(at)]
      : []),
  ];
}
