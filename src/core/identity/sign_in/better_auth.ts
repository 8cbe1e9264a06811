import { mcp } from "@better-auth/mcp";
import { passkey } from "@better-auth/passkey";
import type { BetterAuthPlugin } from "better-auth";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { isAPIError } from "better-auth/api";
import { jwt, magicLink } from "better-auth/plugins";
import type { CompanySignIn } from "../../../../packages/standards/src/company.ts";
import {
  openCompany,
  refusalOfPerson,
} from "../../../../packages/standards/src/company.ts";
import type { Core } from "../../access/context.ts";
import { keyedHash, sha256 } from "../../base/digest.ts";
import { LIMITS } from "../../base/limits.ts";
import { storageErrorIn } from "../../db/failure.ts";
import * as people from "../../db/tables/auth_schema.ts";
import * as oauth from "../../db/tables/oauth_schema.ts";
import { goingOnFull } from "../../insight/disk_room.ts";
import type { Log } from "../../insight/log.ts";
import { accountStore } from "../accounts_store.ts";
import { offersOAuth, resourceOf } from "../oauth/oauth_base.ts";
import { AddressLimits } from "./address_limits.ts";
import { CLIENT_ADDRESS_HEADER, MAIL_WAITS_HEADER } from "./auth_headers.ts";
import { authHooks } from "./auth_hooks.ts";
import type { Auth, AuthWorld } from "./auth_world.ts";
import { machineTokenPlugin } from "./machine_token_plugin.ts";
import { sessionTokenPlugin } from "./session_token_plugin.ts";
import { signInCodePlugin } from "./sign_in_code_plugin.ts";
import { forgetForeignKeys } from "./token_keys_store.ts";
import { VERIFIED_PASSKEYS } from "./verified_passkeys.ts";

const SECONDS = 1000;
const SCOPES = ["inbox", "offline_access"];

/**
 * Builds the sign-in on a migrated database: one session row for each device, mail codes,
 * mail links, passkeys, and OAuth 2.1 for MCP clients.
 */
export async function createAuth(core: Core, world: AuthWorld): Promise<Auth> {
  await forgetForeignKeys(core, world.secret).catch(goingOnFull(world.log));
  const auth = betterAuth(optionsOf(core, world));
  await auth.$context;
  const { mailIsShown, companies, isMailSignIn } = world;
  return {
    ...{ mailIsShown, companies, isMailSignIn },
    atCompany: companySignIns(core, world),
    async handle(request) {
      const response = await auth.handler(request);
      if (response.status >= 500) await blameStore(core);
      return response;
    },
    profileOf: async (headers) =>
      (await auth.api.getSession({ headers }))?.user,
    async principalOf(headers) {
      const found = await auth.api
        .getSession({ headers })
        .catch(async (error: unknown) => {
          await blameStore(core);
          throw error;
        });
      if (!found) return undefined;
      const { id: sessionId, userId: accountId } = found.session;
      const account = await accountStore(core.db).byId(accountId);
      if (!account) {
        const endsAt = found.session.createdAt.getTime() + LIMITS.signUpMs;
        return core.clock() < endsAt
          ? { kind: "newcomer", accountId, sessionId }
          : undefined;
      }
      return account.disabledAt === null
        ? { kind: "person", accountId, sessionId, scopes: null }
        : undefined;
    },
  };
}

/**
 * Opens each company's sign-in when it is first needed: a provider that is away at the start
 * keeps nobody else out.
 */
function companySignIns(core: Core, world: AuthWorld): Auth["atCompany"] {
  const opened = new Map<string, Promise<CompanySignIn>>();
  return async (company) => {
    const { id } = company;
    const opening =
      opened.get(id) ??
      openCompany(company, (plugin) => {
        const options = optionsOf(core, world);
        const user = { validateUserInfo: refusalOfPerson(company) };
        // Only the operator adds a mailbox that is not proved yet.
        const account = {
          accountLinking: { requireLocalEmailVerified: false },
        };
        const plugins = [sessionTokenPlugin(core, world), plugin];
        // A whole company may come from one network address.
        const max = LIMITS.companySignInsPerMinute;
        const customRules = { "/sign-in/social": { window: 60, max } };
        const rateLimit = { ...options.rateLimit, customRules };
        return betterAuth({ ...options, user, account, plugins, rateLimit });
      });
    opened.set(id, opening);
    try {
      return await opening;
    } catch (error) {
      opened.delete(id);
      throw error;
    }
  };
}

/**
 * The library does not say why it failed, so the store is checked.
 * @throws StorageError if it was the cause
 */
async function blameStore({ readiness }: Core): Promise<void> {
  const fault = await readiness.fault("database");
  if (fault !== undefined) throw fault;
}

function optionsOf(core: Core, world: AuthWorld) {
  const { baseUrl } = core.settings;
  return {
    appName: "Conversation inbox",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret: world.secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    logger: loggerOf(world.log),
    database: drizzleAdapter(core.db.libraryOrm, {
      provider: "sqlite",
      schema: { ...people, ...oauth },
    }),
    session: {
      expiresIn: LIMITS.sessionMs / SECONDS,
      cookieCache: { enabled: false },
    },
    rateLimit: {
      enabled: true,
      window: 10,
      max: LIMITS.signInRequestsPerTenSeconds,
      customStorage: new AddressLimits(core.clock),
    },
    onAPIError: { onError: failureTo(world.log) },
    advanced: {
      // The library skips these if NODE_ENV is "test".
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: "svc",
      useSecureCookies: baseUrl.startsWith("https:"),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: {
        // A person and their account share one id.
        generateId: ({ model }: { readonly model: string }) =>
          model === "user"
            ? core.newId("account")
            : core.randomBytes(16).toHex(),
      },
    },
    ...authHooks(core, world),
    plugins: [
      ...signInPlugins(core, world),
      ...(offersOAuth(baseUrl)
        ? [
            ...oauthPlugins(baseUrl).map((it) => startingFull(it, world.log)),
            machineTokenPlugin(core, world),
          ]
        : []),
    ],
  };
}

function signInPlugins(core: Core, world: AuthWorld): BetterAuthPlugin[] {
  const { baseUrl } = core.settings;
  return [
    ...(world.isMailSignIn ? mailPlugins(core, world) : []),
    passkey({
      rpID: new URL(baseUrl).hostname,
      origin: baseUrl,
      // The sign-in page asks for no name first, so the authenticator must know it.
      authenticatorSelection: {
        residentKey: "required",
        userVerification: "required",
      },
      ...VERIFIED_PASSKEYS,
    }),
    sessionTokenPlugin(core, world),
  ];
}

function mailPlugins(core: Core, world: AuthWorld): BetterAuthPlugin[] {
  return [
    signInCodePlugin(core, world),
    magicLink({
      expiresIn: LIMITS.signInCodeMs / SECONDS,
      rateLimit: { window: 60, max: LIMITS.signInLinksPerMinute },
      storeToken: {
        type: "custom-hasher",
        hash: async (token) => keyedHash(world.secret, ["link", token]),
      },
      sendMagicLink: async ({ email, token }, answer) => {
        const hasLeft = await world.sendLink(
          email,
          token,
          answer?.headers?.get("accept-language") ?? null,
        );
        if (!hasLeft) answer?.setHeader(MAIL_WAITS_HEADER, "1");
      },
    }),
  ];
}

function oauthPlugins(baseUrl: string): BetterAuthPlugin[] {
  return [
    jwt({
      disableSettingJwtHeader: true,
      jwks: { keyPairConfig: { alg: "EdDSA", crv: "Ed25519" } },
      jwt: { issuer: baseUrl },
    }),
    mcp({
      resource: resourceOf(baseUrl),
      loginPage: "/sign-in",
      consentPage: "/oauth/consent",
      scopes: SCOPES,
      allowDynamicClientRegistration: true,
      allowUnauthenticatedClientRegistration: true,
      clientRegistrationDefaultScopes: SCOPES,
      clientRegistrationAllowedScopes: SCOPES,
      // There is one resource, so every client may request it.
      enforcePerClientResources: false,
      clientPrivileges: () => false,
      resourcePrivileges: () => false,
      accessTokenExpiresIn: LIMITS.oauthTokenMs / SECONDS,
      // The library seals the consent page for this long; the code's own life is checked at
      // its exchange.
      codeExpiresIn: LIMITS.oauthConsentMs / SECONDS,
      refreshTokenExpiresIn: LIMITS.oauthRefreshMs / SECONDS,
      // A refresh token works once; a second use ends its whole family.
      refreshTokenReuseInterval: 0,
      rateLimit: {
        register: { window: 3_600, max: LIMITS.oauthClientsPerHour },
      },
      storeClientSecret: "hashed",
      storeTokens: { hash: async (token) => sha256(token) },
    }) as BetterAuthPlugin,
  ];
}

/**
 * A plugin that also starts on a full disk. The library looks again for the row of its
 * resource on first use.
 */
function startingFull(plugin: BetterAuthPlugin, log: Log): BetterAuthPlugin {
  const { init } = plugin;
  if (init === undefined) return plugin;
  return {
    ...plugin,
    init(context) {
      const { adapter } = context;
      const create: typeof adapter.create = async (row) => {
        try {
          return await adapter.create(row);
        } catch (error) {
          goingOnFull(log)(error);
          throw new Error(NO_TABLE, { cause: error });
        }
      };
      return init({ ...context, adapter: { ...adapter, create } });
    },
  };
}

/** With this message the library postpones its first row. */
const NO_TABLE = "no such table";

/** A refusal is an answer, not a failure. The message of a failed query contains its values. */
function failureTo(log: Log) {
  return (error: unknown) => {
    if (isAPIError(error) && error.statusCode < 500) return;
    // Thrown on, it is reported as on every wire.
    if (storageErrorIn(error)) throw error;
    const name = error instanceof Error ? error.name : "unknown";
    log.error("auth.failed", new Error(`The sign-in failed: ${name}`));
  };
}

/**
 * Writes the library's messages to our log, without their arguments, which may contain
 * secrets.
 */
function loggerOf(log: Log) {
  return {
    level: "error" as const,
    disableColors: true,
    log: (level: string, message: string) => {
      if (level === "error") log.error("auth.library", new Error(message));
    },
  };
}
