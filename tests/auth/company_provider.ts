import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import Provider from "oidc-provider";

/** The claims of a person at the company. */
export interface Employee {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

/**
 * A company's OpenID Connect provider: oidc-provider on a port, at which `person.is` is signed
 * in already.
 */
export async function startCompany(people: Readonly<Record<string, Employee>>) {
  const server = createServer();
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const pair = await generateKeyPair("RS256", { extractable: true });
  const key = { ...(await exportJWK(pair.privateKey)), kid: "1", use: "sig" };
  const person = { is: "" };
  const clients: object[] = [];
  const { warn, info } = console;
  // It says that the runtime is none of its own.
  console.warn = console.info = () => {};
  const open = () =>
    new Provider(issuer, {
      clients,
      jwks: { keys: [{ ...key, alg: "RS256" }] },
      cookies: { keys: ["a key of the test"] },
      claims: {
        email: ["email", "email_verified"],
        profile: ["name", "groups"],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => "/login" },
      findAccount: (_ctx: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...people[accountId] }),
      }),
      async loadExistingGrant({ oidc }: Asked) {
        const { clientId } = oidc.client;
        const { accountId } = oidc.session;
        const grant = new provider.Grant({ clientId, accountId });
        grant.addOIDCScope("openid profile email");
        await grant.save();
        return grant;
      },
    });
  let provider = open();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/login")) {
      const login = { accountId: person.is };
      void provider.interactionFinished(request, response, { login });
      return;
    }
    provider.callback()(request, response);
  });
  return {
    ...{ issuer, person },
    /** Lets a service in as a client. */
    admit(redirectUri: string) {
      clients.push({
        ...{ client_id: "inbox", client_secret: "a secret of the inbox" },
        redirect_uris: [redirectUri],
      });
      provider = open();
      console.warn = warn;
      console.info = info;
    },
    /** Its word that it signed a person out. */
    logoutToken: (sub: string, over: object = {}) =>
      new SignJWT({
        ...{ iss: issuer, aud: "inbox", sub, jti: crypto.randomUUID() },
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
        ...over,
      })
        .setProtectedHeader({ alg: "RS256", kid: "1", typ: "logout+jwt" })
        .setIssuedAt()
        .setExpirationTime("2m")
        .sign(pair.privateKey),
    async [Symbol.asyncDispose]() {
      await new Promise((done) => server.close(done));
    },
  };
}

interface Asked {
  readonly oidc: {
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}
