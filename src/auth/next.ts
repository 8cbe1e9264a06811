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

/** Keeps of a page's query what leads back to the client; `authorize` checks it all again. */
export function kept(search: string): string {
  const given = new URLSearchParams(search);
  const keeps = new URLSearchParams();
  for (const name of OAUTH_PARAMETERS) {
    for (const value of given.getAll(name)) keeps.append(name, value);
  }
  return keeps.has("client_id") ? keeps.toString() : "";
}

/** Where a person who has signed in goes on: to the client's request, or home. */
export function nextOf(query: string): string {
  const keeps = kept(query);
  return keeps === "" ? HOME : `/oauth/authorize?${keeps}`;
}

/** A page of ours with what leads back. */
export function withQuery(path: string, query: string): string {
  const keeps = kept(query);
  return keeps === "" ? path : `${path}?${keeps}`;
}
