/** The parameters of an authorization request, and of no signature of the library's. */
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

/** Where the inbox is. */
const HOME = "/";

/** Leads back to the invite that the browser holds the link of. */
const INVITE = "invite=1";

/** Keeps of a page's query what leads back to the client; `authorize` checks it all again. */
export function kept(search: string): string {
  const given = new URLSearchParams(search);
  const keeps = new URLSearchParams();
  for (const name of OAUTH_PARAMETERS) {
    for (const value of given.getAll(name)) keeps.append(name, value);
  }
  if (keeps.has("client_id")) return keeps.toString();
  return given.get("invite") === "1" ? INVITE : "";
}

/** Where a person who has signed in goes on: to the client's request, or home. */
export function nextOf(query: string): string {
  const keeps = kept(query);
  if (keeps === INVITE) return "/i";
  return keeps === "" ? HOME : `/oauth/authorize?${keeps}`;
}

/** A page of ours with what leads back. */
export function withQuery(path: string, query: string): string {
  const keeps = kept(query);
  return keeps === "" ? path : `${path}?${keeps}`;
}
