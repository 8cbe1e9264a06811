/** The callers that ask. */
export type Asker = "person" | "agent" | "bob" | "bobInPerson" | "stranger";

/** The things to ask about, by their ids. */
export interface Ids {
  readonly draft: string;
  readonly open: string;
  readonly priced: string;
  readonly working: string;
  readonly earned: string;
  readonly completed: string;
  readonly canceled: string;
  readonly bob: string;
  readonly alice: string;
  readonly closed: string;
}

/** One call that is refused: who, how, what, and with which headers. */
export type Asked = readonly [
  who: Asker,
  call: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
];

const text = "Hello";
const submit = true;

/** Creating what nobody can send. */
function creating({ bob, closed }: Ids): readonly object[] {
  const to = [bob];
  const sent = { to, text, submit };
  const far = (domain: string) => ({ ...sent, to: [`a@${domain}`] });
  return [
    ...[
      "",
      "nobody",
      "@x.org",
      "a@",
      "a b@x.org",
      "mailto:%zz",
      "a..b@x.org",
    ].map((address) => ({ ...sent, to: [address] })),
    ...["x", "x y.org", "-.org", `${"x".repeat(70)}.org`].map(far),
    { ...sent, to: [`${"x".repeat(65)}@x.org`] },
    { ...sent, to: [`${"x".repeat(320)}@x.org`] },
    { ...sent, to: [closed] },
    { ...sent, to: [bob.replace("bob", "bobb")], price: "1" },
    { ...sent, to: [bob.replace("bob", "zzzzzz")], price: "1" },
    ...["-1", "1e9", "abc", "1.1234567", "99999999999", "", {}].map(
      (price) => ({ ...sent, price }),
    ),
    { ...sent, price: { amount: "1", amountAtomic: "2" } },
    { ...sent, price: { amount: "1", currency: "EUR" } },
    { ...sent, price: { amount: "1", decimals: 2 } },
    { ...sent, price: { amountAtomic: "x" } },
    { ...sent, price: "1", currency: "USDC" },
    { ...sent, parts: [{ text: "Other" }] },
    { to, submit, parts: [{ text, url: "https://x.org/" }] },
    { ...sent, release: "converted" },
    { ...sent, releaseAction: { type: "text", text } },
    { ...sent, release: "converted", releaseAction: { type: "text" } },
    {
      ...sent,
      release: "converted",
      releaseAction: { type: "artifact", text },
    },
    { text, submit },
    { to, submit },
    { ...sent, cc: Array.from({ length: 60 }, (_, at) => `a${at}@x.org`) },
    { ...sent, contextId: "ctx_0" },
    { ...sent, quoteId: "qut_0", price: "1" },
    { ...sent, fromAddress: "somebody@x.org" },
    { ...sent, fromName: "@" },
    { ...sent, fromName: "Doorman" },
    { ...sent, artifacts: [{ name: "a", mimeType: "a", bytes: "AAAA" }] },
    { ...sent, artifacts: [{ name: "a", mimeType: "text/plain", bytes: "?" }] },
    { ...sent, artifacts: [{ name: "a", mimeType: "text/plain" }] },
    {
      ...sent,
      artifacts: [{ name: " ", mimeType: "text/plain", bytes: "AAAA" }],
    },
    {
      ...sent,
      artifacts: [{ name: "a", mimeType: "text/plain", uri: "http://x.org" }],
    },
  ];
}

/** Requests that the state of a conversation, or the role of the caller, does not allow. */
function ofConversations(ids: Ids): readonly Asked[] {
  const { draft, open, priced, working, earned, completed, canceled } = ids;
  const at = (id: string) => `/v1/conversations/${id}`;
  const file = { name: "a", mimeType: "text/plain", bytes: "AAAA" };
  return [
    ["stranger", `GET ${at(open)}`],
    ["stranger", `POST ${at(open)}/messages`, { text }],
    ["person", `GET ${at(open)}?before=msg_0`],
    ["person", `PATCH ${at(draft)}`, { title: "x" }, { "if-match": '"x"' }],
    ["person", `PATCH ${at(draft)}`, { title: "x" }, { "if-match": '"v99"' }],
    ["person", `PATCH ${at(draft)}`, {}],
    ["person", `PATCH ${at(open)}`, { title: "x" }],
    ["person", `PATCH ${at(open)}`, { snoozeUntil: "2001-01-01T00:00:00Z" }],
    ["person", `PATCH ${at(open)}`, { snoozeUntil: "2099-01-01T00:00:00Z" }],
    ["person", `PATCH ${at(open)}`, { snoozeUntil: "tomorrow" }],
    ["person", `PATCH ${at(open)}`, { snoozeUntil: "change", archived: true }],
    [
      "person",
      "PATCH /v1/conversations",
      { conversationIds: [open], addLabels: [" "] },
    ],
    ["bob", `PATCH ${at(priced)}`, { snoozeUntil: "change" }],
    ["person", "PATCH /v1/conversations", { conversationIds: [open] }],
    ["person", `POST ${at(draft)}/messages`, { text: "" }],
    ["person", `POST ${at(draft)}/messages`, { text, accept: false }],
    ["agent", `POST ${at(draft)}/messages`, { text, needsInput: true }],
    ["person", `POST ${at(draft)}/receipt`, { confirm: true }],
    ["person", `POST ${at(draft)}/complete`, {}],
    ["person", `POST ${at(draft)}/cancel`, { reason: "x" }],
    ["person", `POST ${at(draft)}/fund`, {}],
    ["person", `POST ${at(draft)}/schedule`, {}],
    [
      "person",
      `POST ${at(draft)}/schedule`,
      { sendAt: "2001-01-01T00:00:00Z" },
    ],
    [
      "person",
      `POST ${at(draft)}/schedule`,
      { sendAt: "2099-01-01T00:00:00Z" },
    ],
    ["person", `POST ${at(draft)}/schedule`, { sendAt: "soon" }],
    ["person", `DELETE ${at(draft)}/artifacts/art_0`],
    ["person", `POST ${at(open)}/submit`, {}],
    ["person", `DELETE ${at(open)}`],
    ["bob", `DELETE ${at(open)}`],
    ["person", `POST ${at(open)}/schedule`, { inSeconds: 60 }],
    ["bob", `POST ${at(open)}/schedule`, { inSeconds: 60 }],
    ["person", `POST ${at(open)}/messages`, { text, needsInput: true }],
    ["person", `POST ${at(open)}/messages`, { text, accept: false }],
    ["person", `POST ${at(open)}/messages`, { text, inReplyTo: "msg_0" }],
    ["person", `POST ${at(open)}/messages`, { text, artifactIds: ["art_0"] }],
    ["person", `POST ${at(open)}/messages`, { text, mode: "bogus" }],
    ["bobInPerson", `POST ${at(open)}/messages`, { text, needsInput: true }],
    ["person", `POST ${at(open)}/receipt`, {}],
    ["person", `POST ${at(open)}/receipt`, { confirm: true }],
    ["person", `POST ${at(open)}/complete`, {}],
    ["person", `POST ${at(open)}/price`, { price: "9" }],
    ["bob", `POST ${at(open)}/price`, { price: "9" }],
    ["person", `POST ${at(open)}/refund`, {}],
    ["bob", `POST ${at(open)}/refund`, {}],
    ["person", `POST ${at(open)}/refund-request`, {}],
    ["person", `POST ${at(open)}/fund`, {}],
    ["bob", `POST ${at(open)}/fund`, {}],
    [
      "bobInPerson",
      `POST ${at(open)}/decisions`,
      { decision: "approve", checkpointId: "chk_0" },
    ],
    [
      "bobInPerson",
      `POST ${at(open)}/decisions`,
      { decision: "decline", contact: "trusted" },
    ],
    ["person", `POST ${at(open)}/decisions`, { decision: "approve" }],
    ["person", `GET ${at(open)}/artifacts/art_0`],
    ["person", `DELETE ${at(open)}/artifacts/art_0`],
    ["person", `GET ${at(open)}/audit/proof?size=x`],
    ["person", `GET ${at(open)}/audit?after=${"a".repeat(64)}`],
    ["bob", `POST ${at(priced)}/receipt`, { confirm: true }],
    ["bob", `POST ${at(priced)}/complete`, {}],
    ["bob", `POST ${at(priced)}/price`, { price: "0.5" }],
    ["person", `POST ${at(priced)}/price`, { price: "9" }],
    ["person", `POST ${at(priced)}/fund`, {}],
    ["person", `POST ${at(priced)}/refund`, {}],
    ["bob", `POST ${at(working)}/messages`, { text, accept: false }],
    ["bob", `POST ${at(working)}/receipt`, { confirm: true }],
    ["bob", `POST ${at(working)}/complete`, {}],
    ["person", `POST ${at(earned)}/cancel`, { reason: "x" }],
    ["bob", `POST ${at(completed)}/cancel`, { reason: "x" }],
    ["bob", `POST ${at(completed)}/price`, { price: "9" }],
    ["bob", `POST ${at(completed)}/artifacts`, file],
    [
      "bob",
      `POST ${at(completed)}/receipt`,
      { confirm: true, statement: "Other" },
    ],
    ["person", `POST ${at(completed)}/fund`, {}],
    ["bob", `POST ${at(completed)}/refund`, { amount: "99" }],
    ["bob", `POST ${at(completed)}/refund`, { amount: "0" }],
    ["person", `POST ${at(completed)}/refund`, {}],
    ["person", `POST ${at(completed)}/refund-request`, { amount: "99" }],
    ["bob", `POST ${at(completed)}/refund-request`, {}],
    ["person", `POST ${at(canceled)}/messages`, { text }],
    ["bob", `POST ${at(canceled)}/receipt`, { confirm: true }],
    ["bob", `POST ${at(canceled)}/complete`, {}],
    ["bob", `POST ${at(canceled)}/cancel`, { reason: "x" }],
  ];
}

/** Requests for accounts that cannot be met, or not so. */
function ofAccounts({ alice, bob, closed }: Ids): readonly Asked[] {
  const contact = (address: string) => `/v1/contacts/${address}`;
  const key = { name: "x", preset: "reader" };
  const rule = "/v1/inbox-rules";
  const template = "/v1/templates";
  const free = "/api/addresses/free";
  const domains = "/api/addresses/domains";
  const profile = "/v1/profile";
  const skill = { id: "one", name: "One", description: "x", tags: [] };
  return [
    ["person", `PUT ${contact(alice)}`, { contactType: "friend" }],
    ["person", `PUT ${contact(bob)}`, { blocked: true, allowed: true }],
    ["person", `PUT ${contact("nobody")}`, {}],
    ["person", `DELETE ${contact("nobody@x.org")}`],
    ["person", `POST ${contact(alice)}/report`, { reason: "spam" }],
    ["person", `POST ${contact(bob)}/report`, { reason: "bogus" }],
    ["person", "PATCH /v1/labels/Nothing", { name: "x" }],
    ["person", "PATCH /v1/labels/Nothing", { name: " " }],
    ["person", `POST ${rule}`, {}],
    ["person", `POST ${rule}`, { from: "x" }],
    ["person", `POST ${rule}`, { from: "x@", archive: true }],
    ["person", `POST ${rule}`, { words: "...", archive: true }],
    ["agent", `POST ${rule}`, { from: bob, trust: true }],
    ["person", `DELETE ${rule}/rul_0`],
    ["person", `POST ${template}`, { name: " " }],
    ["person", `POST ${template}`, { name: "x", release: "converted" }],
    ["person", `DELETE ${template}/tpl_0`],
    ["person", "POST /v1/credentials", { ...key, scopes: ["audit:read"] }],
    ["person", "POST /v1/credentials", { ...key, expiresAt: "soon" }],
    [
      "person",
      "POST /v1/credentials",
      { ...key, expiresAt: "2001-01-01T00:00:00Z" },
    ],
    ["person", "POST /v1/credentials", { ...key, limits: { perDay: "x" } }],
    ["person", "POST /v1/credentials", { ...key, limits: { payees: ["x"] } }],
    ["person", "POST /v1/credentials", { ...key, name: "the service" }],
    ["person", "POST /v1/credentials/crd_0/rotate", {}],
    ["person", "DELETE /v1/sessions/nothing"],
    ["person", "POST /v1/webhooks", { url: "ftp://x.org" }],
    ["person", "POST /v1/webhooks", { url: "https://127.0.0.1/" }],
    ["person", "POST /v1/webhooks", { url: "https://x.org:99/" }],
    ["person", "POST /v1/webhooks", { url: "https://a:b@x.org/" }],
    ["person", "DELETE /v1/webhooks/whk_0"],
    ["person", "GET /v1/exports/exp_0"],
    ["person", "GET /v1/exports/exp_0/archive"],
    ["person", "DELETE /v1/account?confirm=x"],
    ["person", `POST ${domains}`, { domain: "com" }],
    ["person", `POST ${domains}`, { domain: "gmail.com" }],
    ["person", `POST ${domains}`, { domain: "x" }],
    ["person", `POST ${domains}`, { domain: alice.split("@")[1] }],
    [
      "person",
      `POST ${domains}`,
      { domain: `${`${"x".repeat(60)}.`.repeat(4)}org` },
    ],
    ["person", `POST ${domains}/verify`, { id: "dom_0" }],
    ["person", `POST ${free}`, { localPart: "other" }],
    ...["A", ".a", "a..b", ""].map(
      (localPart): Asked => ["person", `POST ${free}`, { localPart }],
    ),
    ["person", `PUT ${profile}`, { name: " " }],
    ["person", `PUT ${profile}`, { name: "a@x.org" }],
    ["person", `PUT ${profile}`, { name: "Doorman" }],
    ["person", `PUT ${profile}`, { name: "x" }, { "if-match": '"v99"' }],
    ["person", `PUT ${profile}`, { skills: [skill, skill] }],
    ["person", `PUT ${profile}`, { skills: [{ ...skill, name: " " }] }],
    ["person", "PUT /v1/notifications", { timeZone: "Mars/Olympus" }],
    ["person", "PUT /v1/payout-address", { address: "0x0" }],
    ["person", "GET /v1/quotes"],
    ["person", `GET /v1/quotes?to=${bob}&skillId=bogus`],
    ["person", `GET /v1/quotes?to=${closed}&skillId=receive_message`],
    ["person", "GET /v1/agents/card"],
    ["person", "GET /v1/agents/card?agentId=agt_0"],
    ["person", "GET /v1/agents/card?url=ftp://x.org"],
    ["person", `GET /v1/agents/card?url=https://zzz.${alice.split("@")[1]}`],
    ["person", "GET /api/router/resolve?address=x"],
    ["person", "POST /v1/contacts/import", { bytes: "?" }],
    ["person", "POST /v1/contacts/import", { bytes: "AAAA" }],
    ["person", "POST /v1/contacts/import", { bytes: "aGVsbG8K" }],
    ["person", "POST /v1/contacts/import/undo", { importedAt: "x" }],
  ];
}

/** Requests for lists, and bodies that nobody can read. */
function ofReads({ bob }: Ids): readonly Asked[] {
  const list = "GET /v1/conversations?";
  const send = "POST /v1/conversations";
  const type = { "content-type": "text/plain" };
  const packed = { "content-encoding": "gzip" };
  return [
    ...[
      "in:bogus",
      "is:bogus",
      "has:x",
      "price:x",
      "before:x",
      "after:x",
      "form:x",
      "label:",
      "from:",
      "to:",
      "is:unread+is:read",
      "in:imported+in:sent",
    ].map((q): Asked => ["person", `${list}q=${q}`]),
    ["person", `${list}view=bogus`],
    ["person", `${list}cursor=bogus`],
    ["person", `${list}section=requests`],
    ["person", `${list}snippets=1`],
    ["person", `${list}view=sent&q=in:imported`],
    ["person", `${list}view=imported&state=working`],
    ["person", `${list}label=Nothing`],
    ["person", "GET /v1/changes?since=bogus"],
    ["person", "GET /v1/contacts?cursor=bogus"],
    ["person", "GET /v1/payments?cursor=bogus"],
    ["person", "GET /v1/payments?format=bogus"],
    ["person", "GET /v1/payments/search?from=bogus"],
    ["person", "GET /v1/payments/search?from=2030-01-02&to=2030-01-01"],
    ["person", "GET /v1/payments/search?cursor=bogus"],
    ["person", "GET /v1/payments/totals?from=2001-01-01&to=2030-01-01"],
    ["person", "GET /v1/nothing"],
    ["person", "DELETE /v1/balance"],
    ["person", send, { to: [bob], text: "a\0b" }],
    ["person", send, [1]],
    ["person", send, { to: [bob], text }, type],
    ["person", send, { to: [bob], text }, packed],
    ["person", send, { to: [bob], text }, { "idempotency-key": "a b" }],
    ["person", send, JSON.parse(`${"[".repeat(80)}${"]".repeat(80)}`)],
  ];
}

/** A wide table of calls that are refused, each for another reason. */
export function refusedCalls(ids: Ids): readonly Asked[] {
  return [
    ...creating(ids).map(
      (it): Asked => ["person", "POST /v1/conversations", it],
    ),
    ...ofConversations(ids),
    ...ofAccounts(ids),
    ...ofReads(ids),
  ];
}
