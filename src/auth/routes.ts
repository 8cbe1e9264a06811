/**
 * How does a person sign in, and how does a program get a token by OAuth? The sign-in
 * itself is better-auth (`core/identity/sign_in/`); here are its pages, the sign-up, the
 * consent, agent access and the paths of OAuth.
 * @module
 */
import { offersOAuth } from "../core/identity/oauth/oauth_base.ts";
import type { Auth } from "../core/identity/sign_in/auth_world.ts";
import type { Services } from "../core/pipeline/call.ts";
import { assetRoutes } from "../pages/assets.ts";
import type { AuthRoute } from "../pages/route.ts";
import { companyRoutes } from "./company_routes.ts";
import { consentRoutes } from "./consent_page.ts";
import { homeRoutes } from "./home_page.ts";
import { metadataRoutes } from "./metadata.ts";
import { apiRoutes } from "./mount.ts";
import { oauthRoutes } from "./oauth_endpoints.ts";
import { signInRoutes } from "./sign_in_pages.ts";
import { signUpRoutes } from "./sign_up_page.ts";

/** All routes of this wire: the sign-in, its pages, and OAuth if the address allows it. */
export function authRoutes(
  services: Services,
  auth: Auth,
): readonly AuthRoute[] {
  const at = { services, auth };
  return [
    ...apiRoutes(at),
    ...assetRoutes(),
    ...homeRoutes(at),
    ...signInRoutes(at),
    ...companyRoutes(at),
    ...signUpRoutes(at),
    ...(offersOAuth(services.settings.baseUrl)
      ? [...metadataRoutes(at), ...oauthRoutes(at), ...consentRoutes(at)]
      : []),
  ];
}
