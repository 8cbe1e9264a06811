const RESOURCE_PATH = "/api/mcp";
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** OAuth needs https, except on the machine itself (OAuth 2.1, section 1.5). */
export function offersOAuth(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "https:" || isOnThisMachine(hostname);
}

/** The one resource of an access token (RFC 8707). */
export function resourceOf(baseUrl: string): string {
  return baseUrl + RESOURCE_PATH;
}

/**
 * The address under which a request found the service, by its Host header: its own, or
 * another name of this machine. Clients refuse metadata about an origin other than the one
 * they call (RFC 9728, section 3.3). Any other host is not repeated.
 */
export function originAt(baseUrl: string, host: string | null): string {
  const asked = URL.parse(`${new URL(baseUrl).protocol}//${host ?? ""}`);
  return asked && originsOf(baseUrl).has(asked.origin) ? asked.origin : baseUrl;
}

/**
 * The resource that a client means: the only one, under any of our names and with any query.
 * A foreign resource stays, to be refused.
 */
export function resourceMeant(baseUrl: string, resource: string): string {
  const url = URL.parse(resource);
  const isOurs =
    url !== null &&
    originsOf(baseUrl).has(url.origin) &&
    url.pathname.replace(/\/$/, "") === RESOURCE_PATH &&
    url.username + url.password + url.hash === "";
  return isOurs ? resourceOf(baseUrl) : resource;
}

function originsOf(baseUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const names = LOOPBACK.includes(hostname) ? LOOPBACK : [hostname];
  const urls = names.map((name) => new URL(`${protocol}//${name}:${port}`));
  return new Set(urls.map(({ origin }) => origin));
}

/** True for a name of the machine itself. */
export function isOnThisMachine(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
}
