import { decodeProtectedHeader } from "jose";
import { escaped } from "../../packages/standards/src/html.ts";
import { amountText } from "../core/base/money.ts";
import type { Say } from "../core/base/words/say.ts";
import { told } from "../core/base/words/sentence.ts";
import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { getNotifications } from "../core/operations/get_notifications.ts";
import { callOperation, outputOf } from "../core/pipeline/call.ts";
import { urlOf } from "../http/request_info.ts";
import { pageSay } from "../pages/language.ts";
import { isolated, momentText, pageResponse } from "../pages/page.ts";
import { conditionText } from "../pages/payment_text.ts";
import { callerOf, personOrRedirect } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";

type Payment = ConversationView["payment"];
type Receipt = NonNullable<Payment["receipt"]>;
/** A name and its value, as HTML; left out if empty. */
type Fact = readonly [name: string, value: string | undefined];

/** A time in the reader's zone. */
type When = (at: string) => string;

/** The reader's language and time zone. */
interface Telling {
  readonly when: When;
  readonly say: Say;
}

/** The signed receipt of a conversation, for its readers to print or keep. */
export async function receiptPage(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const [, , conversationId = ""] = urlOf(request).pathname.split("/");
  const back = `?receipt=${conversationId}`;
  const person = await personOrRedirect(context, request, back);
  if (person instanceof Response) return person;
  const { services } = context;
  const say = await pageSay(context, request);
  const output = await outputOf(
    services,
    getConversation,
    callerOf(person, request, say.language),
    { conversationId, limit: 1 },
  );
  const { conversation } = output;
  const { receipt } = conversation.payment;
  if (!receipt) {
    throw new ServiceError("not_found", {
      detail: told`This conversation has no signed receipt yet.`,
    });
  }
  const { baseUrl } = services.settings;
  const notices = await callOperation(
    services,
    getNotifications,
    callerOf(person, request),
    {},
  );
  const { timeZone } = notices.output;
  const when: When = (at) => momentText(at, say, timeZone);
  const body = `<h1>${say`Receipt`}</h1>
${facts(paidFacts(conversation, receipt, { when, say }))}
<h2>${say`Proof`}</h2>
${facts(signedFacts(conversation, receipt, { when, say }))}
${proof(conversation.id, receipt, { baseUrl, say })}`;
  return pageResponse(say`Receipt`, body, { isWide: true, say });
}

/** The facts of a payment: the price, the payer, the payee and the purpose. */
function paidFacts(
  view: ConversationView,
  receipt: Receipt,
  { when, say }: Telling,
): readonly Fact[] {
  const { title, payment } = view;
  const { price, fee, label, evidence, signer } = receipt;
  const { condition, releasedAt, onItsWay, refunded, refundedAt } = payment;
  const money = (amount: string) =>
    `${amountText(amount, say.language)} USDC${label ? ` ${say`(test money)`}` : ""}`;
  return [
    [say`Amount`, `<strong>${money(price)}</strong>`],
    [say`Service fee`, fee && money(fee)],
    [say`From`, payment.payer && party(view, payment.payer)],
    [say`To`, party(view, signer)],
    [say`For`, isolated(title || say`(no title)`)],
    [say`Condition`, condition && conditionText(payment)],
    [
      say`Work done`,
      evidence.statement &&
        `<span class="words">${isolated(evidence.statement)}</span>`,
    ],
    [say`Evidence`, evidenceText(evidence, say)],
    [
      say`Released`,
      onItsWay === "capture"
        ? say`On its way to the recipient`
        : releasedAt && when(releasedAt),
    ],
    [
      say`Refunded since`,
      refunded &&
        refundedAt &&
        `${money(refunded.amount)}, ${when(refundedAt)}`,
    ],
  ];
}

/** The facts of the signature: the signer, the time, and what it covers. */
function signedFacts(
  { id, payment: { signedBy } }: ConversationView,
  { receiptId, paymentId, signedAt, auditHash, jws }: Receipt,
  { when, say }: Telling,
): readonly Fact[] {
  return [
    [say`Signed by`, signedBy && isolated(signedBy.label)],
    [say`Signed`, when(signedAt)],
    [say`Receipt`, code(receiptId)],
    [say`Conversation`, code(id)],
    [say`Payment`, paymentId ? code(paymentId) : undefined],
    [say`Audit record`, code(auditHash)],
    [say`Key`, code(String(decodeProtectedHeader(jws).kid))],
    [say`Signature`, code(jws)],
  ];
}

function proof(
  id: string,
  { jws }: Receipt,
  { baseUrl, say }: { readonly baseUrl: string; readonly say: Say },
): string {
  const { alg } = decodeProtectedHeader(jws);
  const keyLink = `<a href="/.well-known/jwks.json">${escaped(baseUrl)}/.well-known/jwks.json</a>`;
  const scriptLink = `<a href="/verify.mjs">${escaped(baseUrl)}/verify.mjs</a>`;
  const command = "<code>node verify.mjs ARCHIVE</code>";
  const thread = `/c/${encodeURIComponent(id)}`;
  return `<section>
<h2>${say`How to verify it`}</h2>
<ul>
<li>${say`The signature is a compact JWS (${escaped(String(alg))}) that contains the signed fields. Any JWT library can verify it with the key at ${keyLink}.`}</li>
<li>${say`${scriptLink} verifies an exported archive, including this receipt, offline: ${command}. Export yours under ${`<a href="/settings/data">${say`Your data`}</a>`}.`}</li>
<li>${say`The ${`<a href="${thread}/audit">${say`audit page`}</a>`} verifies it in your browser, along with every record of the conversation.`}</li>
</ul>
</section>
<p class="on-screen"><a class="link" href="${thread}">${say`Back to the conversation`}</a>. ${say`Print this page, or save it as a PDF, from your browser.`}</p>`;
}

function facts(rows: readonly Fact[]): string {
  const told = rows.filter(([, value]) => value);
  return `<dl class="facts">
${told.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("\n")}
</dl>`;
}

/** The evidence for the condition; the signature names each item. */
function evidenceText(
  { messageIds, artifactIds }: Receipt["evidence"],
  say: Say,
): string {
  const messages = messageIds.length;
  const files = artifactIds.length;
  return [
    ...(messages > 0 ? [say.many(messages)`# message|# messages`] : []),
    ...(files > 0 ? [say.many(files)`# file|# files`] : []),
  ].join(", ");
}

/** A participant by name and address in the conversation. */
function party(
  { participants }: ConversationView,
  {
    accountId,
    address,
  }: { readonly accountId: string; readonly address: string },
): string {
  const name = participants.find(
    (it) => it.accountId === accountId,
  )?.displayName;
  const shown = isolated(address);
  return name ? `${isolated(name)}<br>${shown}` : shown;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}
