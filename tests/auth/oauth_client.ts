import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { TestService } from "../harness.ts";
import type { Browser } from "./browser.ts";

export const REDIRECT = "http://localhost:7777/callback";

/** Remembers in memory what an MCP client keeps of its sign-in. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  client: OAuthClientInformationMixed | undefined;
  saved: OAuthTokens | undefined;
  verifier = "";
  authorizeUrl: URL | undefined;
  discovery: OAuthDiscoveryState | undefined;

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "Test assistant",
      redirect_uris: [REDIRECT],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  state() {
    return "state-of-the-client";
  }
  clientInformation() {
    return this.client;
  }
  saveClientInformation(client: OAuthClientInformationMixed) {
    this.client = client;
  }
  tokens() {
    return this.saved;
  }
  saveTokens(tokens: OAuthTokens) {
    this.saved = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.authorizeUrl = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier() {
    return this.verifier;
  }
}

/** The choices of a person on the consent page. */
export interface Choice {
  readonly preset?: string;
  readonly perPayment?: string;
  readonly perDay?: string;
  readonly payees?: string;
  readonly as_clients?: string;
  readonly pays_new?: string;
  readonly decision?: "allow" | "deny";
}

/** Goes where the client sends the browser, answers the consent page, gives back where it leads. */
export async function consent(
  browser: Browser,
  authorizeUrl: URL,
  { preset = "full", decision = "allow", ...limits }: Choice = {},
): Promise<URL> {
  const asked = await browser.get(authorizeUrl.href);
  const page = asked.headers.get("location") ?? "";
  if (!page.includes("/oauth/consent")) return new URL(page);
  const answered = await browser.post("/oauth/consent", {
    query: page.slice(page.indexOf("?") + 1),
    preset,
    decision,
    ...limits,
  });
  return new URL(
    answered.headers.get("location") ?? `about:blank#${answered.status}`,
  );
}

/** The official client, connected as far as it gets by itself. */
export function transportFor(url: string, provider: OAuthClientProvider) {
  return new StreamableHTTPClientTransport(new URL(url), {
    authProvider: provider,
  });
}

/** Signs an MCP client in, all the way. */
export async function connect(
  service: TestService,
  browser: Browser,
  provider: MemoryProvider,
  choice: Choice = {},
  /** Where the person has told the client that the tools are. */
  url = `${service.baseUrl}/api/mcp`,
): Promise<Client> {
  const first = new Client({ name: "test", version: "1" });
  const transport = transportFor(url, provider);
  const isConnected = await first.connect(transport).then(
    () => true,
    () => false,
  );
  if (isConnected) return first;
  if (!provider.authorizeUrl)
    throw new Error("The client was not sent to sign in");
  const callback = await consent(browser, provider.authorizeUrl, choice);
  await transport.finishAuth(callback.searchParams.get("code") ?? "");
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transportFor(url, provider));
  return client;
}
