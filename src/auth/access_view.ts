import type { Static } from "typebox";
import { LIMITS } from "../core/base/limits.ts";
import type {
  CredentialSchema,
  SessionSchema,
} from "../core/identity/schemas.ts";
import { PRESETS } from "../core/identity/scopes.ts";
import { escaped } from "../http/html.ts";
import { field, hidden, notice } from "../pages/forms.ts";
import { isolated, pageResponse } from "../pages/page.ts";
import type { Refused } from "./access_refusal.ts";
import { whyNotName } from "./account_fields.ts";
import { grantFields } from "./grant_fields.ts";

export type Credential = Static<typeof CredentialSchema>;
export type Session = Static<typeof SessionSchema>;

/** Where the page is, and below it where its forms go. */
export const ACCESS_PATH = "/access";

/** What a credential may be made for: days until it ends, or for good. */
export const EXPIRIES = [
  { id: "never", title: "Never", days: undefined },
  { id: "7", title: "In a week", days: 7 },
  { id: "30", title: "In 30 days", days: 30 },
  { id: "90", title: "In 90 days", days: 90 },
  { id: "365", title: "In a year", days: 365 },
] as const;

/** Everything that the page shows of a person's access. */
export interface Access {
  readonly credentials: readonly Credential[];
  readonly sessions: readonly Session[];
  /** Named by the forms of this view: a form that is sent again does nothing. */
  readonly once: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Who may act for a person, where the person is signed in, and how to end either. */
export function accessView(access: Access, refused?: Refused): Response {
  const { credentials, sessions, once } = access;
  const isOpen = (it: Credential) => !hasEnded(it, access.now);
  const open = credentials.filter(isOpen);
  const ended = credentials.filter((it) => !isOpen(it));
  return pageResponse(
    "Agent access",
    `<h1>Agent access</h1>
${notice(refused?.notice)}
<p>What acts for you here: programs with a credential that you have made, and clients that you have let in. Each stops at once when you end it.</p>
<section aria-labelledby="open"><h2 id="open">What has access</h2>
${open.map((it) => entry(it, once)).join("\n") || "<p>Nothing yet.</p>"}
${endedList(ended)}
</section>
${newForm(once, refused)}
<section aria-labelledby="sessions"><h2 id="sessions">Where you are signed in</h2>
${sessions.map(sessionEntry).join("\n")}
</section>
<p><a class="link" href="/">Back to your inbox</a></p>`,
    {
      isWide: true,
      ...(refused && { status: refused.status }),
      ...(refused?.retryAfter !== undefined && {
        retryAfter: refused.retryAfter,
      }),
    },
  );
}

function hasEnded({ revokedAt, expiresAt }: Credential, now: number): boolean {
  return (
    revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= now)
  );
}

function entry(it: Credential, once: string): string {
  const isToken = it.kind === "token";
  const headingId = `name-${it.id}`;
  const act = (path: string, label: string) =>
    `<form method="post" action="${ACCESS_PATH}/${path}">
${hidden("credentialId", it.id)}${hidden("once", once)}
<button class="plain" aria-describedby="${escaped(headingId)}">${label}</button>
</form>`;
  return `<article class="entry" aria-labelledby="${escaped(headingId)}">
<h3 id="${escaped(headingId)}">${isolated(it.name)}</h3>
<dl class="facts">
${fact("Kind", isToken ? `Credential, its token ends in <code>${escaped(it.lastFour ?? "")}</code>` : "OAuth client, which has named itself")}
${fact("It may", rights(it))}
${fact("It may spend", escaped(it.says.pays))}
${fact("It may accept", escaped(it.says.accepts))}
${fact("Made", time(it.createdAt))}
${fact("Last used", lastUsed(it))}
${fact("Ends", it.expiresAt === null ? "Never" : time(it.expiresAt))}
</dl>
<div class="answers">
${isToken ? act("rotate", "New token") : ""}
${act("revoke", isToken ? "Revoke" : "Disconnect")}
</div>
</article>`;
}

function fact(name: string, html: string): string {
  return `<div><dt>${name}</dt><dd>${html}</dd></div>`;
}

/** As the service says it: made of the scopes, so that no page promises more. */
function rights({ preset, says }: Credential): string {
  const title = PRESETS.find(({ id }) => id === preset)?.title;
  const name =
    title === undefined ? "" : `<strong>${escaped(title)}.</strong> `;
  return `${name}${escaped(`${says.may} ${says.cannot}`)}`;
}

function lastUsed({
  lastUsedAt,
  lastUsedFrom,
}: Pick<Credential, "lastUsedAt" | "lastUsedFrom">): string {
  if (lastUsedAt === null) return "Never";
  const from = lastUsedFrom === null ? "" : ` from ${isolated(lastUsedFrom)}`;
  return time(lastUsedAt) + from;
}

/** A moment to the minute; what a page without a script knows is UTC. */
function time(at: string): string {
  return `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace("T", " "))} UTC</time>`;
}

function endedList(ended: readonly Credential[]): string {
  if (ended.length === 0) return "";
  const items = ended.map(
    ({ name, revokedAt, expiresAt }) =>
      `<li>${isolated(name)}: ${revokedAt === null ? `ended ${time(expiresAt ?? "")}` : `revoked ${time(revokedAt)}`}</li>`,
  );
  return `<details><summary>What has ended (${ended.length})</summary>
<ul>${items.join("\n")}</ul>
</details>`;
}

function newForm(once: string, refused: Refused | undefined): string {
  const { said = {} } = refused ?? {};
  const { name = "", expires = "never" } = said;
  const options = EXPIRIES.map(
    ({ id, title }) =>
      `<option value="${id}"${id === expires ? " selected" : ""}>${title}</option>`,
  );
  return `<section aria-labelledby="new"><h2 id="new">Make a credential</h2>
<p>For a program that cannot sign in by itself. Its token is shown once.</p>
<form method="post" action="${ACCESS_PATH}">
${field({
  name: "name",
  label: "What it is for",
  attributes: `required autocomplete="off" maxlength="${LIMITS.nameCharsMax}"`,
  value: name,
  error: whyNotName(refused?.error, "name"),
})}
${grantFields(refused && { said, wrong: refused.wrong })}
<div class="field"><label for="expires">When it ends</label>
<select id="expires" name="expires">${options.join("")}</select></div>
${hidden("once", once)}
<button>Make the credential</button>
</form></section>`;
}

function sessionEntry(it: Session): string {
  const headingId = escaped(`device-${it.id}`);
  return `<article class="entry" aria-labelledby="${headingId}">
<h3 id="${headingId}">${isolated(it.device)}${it.current ? " (this device)" : ""}</h3>
<dl class="facts">
${fact("Signed in", time(it.createdAt))}
${fact("Last used", lastUsed(it))}
</dl>
${
  it.current
    ? ""
    : `<form method="post" action="${ACCESS_PATH}/sign-out">
${hidden("sessionId", it.id)}
<button class="plain" aria-describedby="${headingId}">Sign out</button>
</form>`
}
</article>`;
}
