import type { AuthContext, BetterAuthPlugin } from "better-auth";
import { genericOAuth } from "better-auth/plugins";
import type { JWTPayload } from "jose";
import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";

/** How old a provider's word that it signed somebody out may be. */
const LOGOUT_SECONDS = 5 * 60;
/** How long a provider may take to answer. */
const ANSWER_MS = 5_000;

/** A company whose people sign in by its OpenID Connect provider. */
export interface Company {
  readonly id: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Never shown, never logged. */
  readonly clientSecret?: string;
  /** The file that it was read from. */
  readonly clientSecretFile?: string;
  /** The domains of its people's mailboxes. */
  readonly domains: readonly string[];
  /** True if its provider says no `email_verified`, and its mailboxes count all the same. */
  readonly trustsMail: boolean;
  /** The claim that gives its people places in teams. */
  readonly teams?: TeamsClaim;
}

/** Which values of a claim stand for which place in which team. */
export interface TeamsClaim {
  readonly claim: string;
  /** A scope that the provider wants to be asked for it. */
  readonly scope?: string;
  readonly map: ReadonlyMap<string, ClaimedPlace>;
}

/** A place in a team, by the team's address. */
export interface ClaimedPlace {
  readonly address: string;
  readonly role: "owner" | "manager" | "responder" | "reader";
}

/** People of whom it is known which teams their newest sign-in named. */
const CLAIMS_KEPT = 1_000;

/** The company that a mailbox belongs to. Pure. */
export function companyOfMailbox(
  companies: readonly Company[],
  email: string,
): Company | undefined {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return companies.find((it) => it.domains.includes(domain));
}

/**
 * Why the library must not make or link an account, as a code of our page: only a mailbox that
 * the provider has verified, of a domain that is the company's, names an account here, and only
 * as long as it is no colleague's: a mailbox may get a new holder.
 */
export function refusalOfPerson({ id, domains }: Company) {
  return async ({ user, source }: Judged, { context }: Judging) => {
    if (source.action === "sign-in") return undefined;
    const { email, emailVerified } = user;
    if (typeof email !== "string" || emailVerified !== true) {
      return { error: "mail_unverified" };
    }
    const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
    if (!domains.includes(domain)) return { error: "other_domain" };
    if (source.action !== "link-account") return undefined;
    const had = await context.internalAdapter.findAccounts(String(user.id));
    const isOther = had.some(({ providerId }) => providerId === id);
    return isOther ? { error: "other_person" } : undefined;
  };
}

interface Judging {
  readonly context: {
    readonly internalAdapter: Pick<
      AuthContext["internalAdapter"],
      "findAccounts"
    >;
  };
}

interface Judged {
  readonly user: Readonly<Record<string, unknown>>;
  readonly source: { readonly action: string };
}

/** A provider as it describes itself (OpenID Connect Discovery 1.0). */
interface Described {
  readonly jwksUri: string;
  readonly userinfo: string | undefined;
  readonly algorithms: readonly string[];
}

/** The part of the library that one company's sign-in uses. */
export interface CompanyLibrary {
  handler(request: Request): Promise<Response>;
  readonly $context: Promise<{
    readonly internalAdapter: Pick<
      AuthContext["internalAdapter"],
      "findAccountByKey" | "findAccounts" | "deleteUserSessions"
    >;
  }>;
}

/** The sign-in by one company's provider. */
export interface CompanySignIn {
  readonly library: CompanyLibrary;
  /** Ends the sessions of whom the provider signed out. False for a token that is none. */
  signOut(logoutToken: string): Promise<boolean>;
  /** The places that the newest sign-in of a person named; undefined if it isn't known here. */
  placesOf(userId: string): Promise<readonly ClaimedPlace[] | undefined>;
}

/**
 * Opens the sign-in by a company's provider, which is asked to describe itself.
 * @throws if it cannot be reached, or speaks for another issuer
 */
export async function openCompany(
  company: Company,
  build: (plugin: BetterAuthPlugin) => CompanyLibrary,
): Promise<CompanySignIn> {
  const described = await describedBy(company);
  const places = new Map<string, readonly ClaimedPlace[]>();
  const onClaims = (key: string, claims: Claims) => {
    if (!company.teams) return;
    const [oldest] = places.keys();
    if (places.size >= CLAIMS_KEPT && oldest) places.delete(oldest);
    places.delete(key);
    places.set(key, placesIn(company.teams, claims));
  };
  const library = build(pluginOf(company, described, onClaims));
  await library.$context;
  const keys = createRemoteJWKSet(new URL(described.jwksUri));
  return {
    library,
    async placesOf(userId) {
      const { internalAdapter } = await library.$context;
      const all = await internalAdapter.findAccounts(userId);
      const own = all.find(({ providerId }) => providerId === company.id);
      return own && places.get(own.accountId);
    },
    async signOut(logoutToken) {
      const claims = await jwtVerify(logoutToken, keys, {
        issuer: company.issuer,
        audience: company.clientId,
        algorithms: [...described.algorithms],
        requiredClaims: ["iat", "jti"],
        maxTokenAge: LOGOUT_SECONDS,
      }).catch(() => undefined);
      const sub = subjectOf(claims?.payload);
      if (sub === undefined) return false;
      const { internalAdapter } = await library.$context;
      const accountId = accountIdOf(company.issuer, sub);
      const key = { providerId: company.id, accountId };
      const account = await internalAdapter.findAccountByKey(key);
      if (account) await internalAdapter.deleteUserSessions(account.userId);
      return true;
    },
  };
}

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** Whom a logout token is about (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
function subjectOf(claims: JWTPayload | undefined): string | undefined {
  const { events, nonce, sub } = claims ?? {};
  const isLogout =
    typeof events === "object" && events !== null && LOGOUT_EVENT in events;
  return isLogout && nonce === undefined ? sub : undefined;
}

/** A person is who the issuer says by its own id: a mailbox may change its holder. */
function accountIdOf(issuer: string, sub: string): string {
  return JSON.stringify([issuer, sub]);
}

async function describedBy({ issuer }: Company): Promise<Described> {
  const base = issuer.replace(/\/$/, "");
  const said = await jsonAt(`${base}/.well-known/openid-configuration`);
  const { jwks_uri, userinfo_endpoint, issuer: named } = said;
  if (named !== issuer || typeof jwks_uri !== "string") {
    throw new Error("The provider describes another issuer, or names no keys");
  }
  const algorithms = said.id_token_signing_alg_values_supported;
  return {
    jwksUri: jwks_uri,
    userinfo:
      typeof userinfo_endpoint === "string" ? userinfo_endpoint : undefined,
    algorithms: (Array.isArray(algorithms) ? algorithms : ["RS256"]).filter(
      (it) => typeof it === "string" && /^(?:[REP]S\d{3}|EdDSA)$/.test(it),
    ),
  };
}

/** A JSON document of the operator's own provider, which may be in a private network. */
async function jsonAt(
  url: string,
  headers: Record<string, string> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    headers: { accept: "application/json", ...headers },
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`The provider answers ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

type Claims = Readonly<Record<string, unknown>>;

/** The places that the values of a claim stand for. Pure. */
export function placesIn(
  { claim, map }: TeamsClaim,
  claims: Claims,
): readonly ClaimedPlace[] {
  const said = claims[claim];
  const values: readonly unknown[] = Array.isArray(said) ? said : [said];
  return values.flatMap((it) => map.get(String(it)) ?? []);
}

function pluginOf(
  { id, issuer, clientId, clientSecret, trustsMail, teams }: Company,
  { userinfo }: Described,
  onClaims: (key: string, claims: Claims) => void,
): BetterAuthPlugin {
  return genericOAuth({
    config: [
      {
        ...{ providerId: id, clientId },
        ...(clientSecret !== undefined && { clientSecret }),
        discoveryUrl: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
        scopes: [
          ...["openid", "profile", "email"],
          ...(teams?.scope ? [teams.scope] : []),
        ],
        ...{ pkce: true, requireIdTokenVerification: true },
        accountSubject: ({ profile }) =>
          accountIdOf(issuer, String(profile.sub)),
        async getUserInfo({ idToken, accessToken }) {
          // The library has verified it, but passes on an answer without one.
          if (!idToken) return null;
          const claims: Record<string, unknown> & { readonly sub?: string } =
            decodeJwt(idToken);
          const isLess =
            claims.email === undefined ||
            (teams && claims[teams.claim] === undefined);
          const more =
            isLess && userinfo && accessToken
              ? await jsonAt(userinfo, {
                  authorization: `Bearer ${accessToken}`,
                })
              : {};
          // Of somebody else (OpenID Connect Core 1.0, section 5.3.2).
          if (!claims.sub || (more.sub ?? claims.sub) !== claims.sub) {
            return null;
          }
          const said: Claims = { ...more, ...claims };
          onClaims(accountIdOf(issuer, claims.sub), said);
          return {
            ...said,
            id: claims.sub,
            email: typeof said.email === "string" ? said.email : null,
            name: typeof said.name === "string" ? said.name : "",
            emailVerified: said.email_verified === true || trustsMail,
          };
        },
      },
    ],
  }) as BetterAuthPlugin;
}
