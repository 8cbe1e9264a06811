/** The parameters of an authorization request, without the library's signature. */
const OAUTH_PARAMETERS = [
  "response_type",
  "response_mode",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "nonce",
];

/** The path of the inbox. */
const HOME = "/";

/** Leads back to the invite whose link the browser holds. */
const INVITE = "invite=1";

/** Leads back to the receipt of a conversation. */
const RECEIPT = /^receipt=(cnv_[0-9a-z]{1,64})$/;

/** Keeps only the parameters that lead back to the client; `authorize` checks them again. */
export function keptQuery(search: string): string {
  const given = new URLSearchParams(search);
  const keeps = new URLSearchParams();
  for (const name of OAUTH_PARAMETERS) {
    for (const value of given.getAll(name)) keeps.append(name, value);
  }
  if (keeps.has("client_id")) return keeps.toString();
  if (given.get("invite") === "1") return INVITE;
  const receipt = `receipt=${given.get("receipt")}`;
  return RECEIPT.test(receipt) ? receipt : "";
}

/** Where a signed-in person continues: the client's request, an invite, a receipt, or home. */
export function nextOf(query: string): string {
  const keeps = keptQuery(query);
  if (keeps === INVITE) return "/i";
  const receipt = RECEIPT.exec(keeps)?.[1];
  if (receipt !== undefined) return `/receipts/${receipt}`;
  return keeps === "" ? HOME : `/oauth/authorize?${keeps}`;
}

/** One of our pages with the query that leads back. */
export function withQuery(path: string, query: string): string {
  const keeps = keptQuery(query);
  return keeps === "" ? path : `${path}?${keeps}`;
}

/** Origins that a client's answer may reach over http: programs on the device itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** An app's scheme, which is its domain reversed (RFC 8252, section 7.1). */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

/** True for a program on the person's own device. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === "http:" && LOOPBACK.test(hostname);
}

/**
 * The final target of a form that leads back to the client, for CSP
 * form-action: browsers check every redirect after a form against it. Only
 * `authorize` decides whether it is followed.
 */
export function formTargetOf(query: string): string | undefined {
  const url = URL.parse(new URLSearchParams(query).get("redirect_uri") ?? "");
  if (!url) return undefined;
  if (url.protocol === "https:" || isLoopback(url)) return url.origin;
  return APP_SCHEME.test(url.protocol) ? url.protocol : undefined;
}
