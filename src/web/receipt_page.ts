import { decodeProtectedHeader } from "jose";
import { escaped } from "../core/base/text.ts";
import type { ConversationView } from "../core/conversations/projection/present.ts";
import { ServiceError } from "../core/errors/errors.ts";
import { getConversation } from "../core/operations/get_conversation.ts";
import { getNotifications } from "../core/operations/get_notifications.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { isolated, momentText, pageResponse } from "../pages/page.ts";
import { conditionText } from "../pages/payment_text.ts";
import { callerOf, personOrRedirect } from "../pages/person.ts";
import type { RouteContext } from "../pages/route.ts";

type Payment = ConversationView["payment"];
type Receipt = NonNullable<Payment["receipt"]>;
/** A name and what stands beside it, as HTML; left out where there is nothing. */
type Fact = readonly [name: string, value: string | undefined];

/** A moment in the zone of whoever reads it. */
type When = (at: string) => string;

/** The signed receipt of a conversation, for whoever may read that, to print or keep. */
export async function receiptPage(
  context: RouteContext,
  request: Request,
): Promise<Response> {
  const [, , conversationId = ""] = new URL(request.url).pathname.split("/");
  const back = `?receipt=${conversationId}`;
  const person = await personOrRedirect(context, request, back);
  if (person instanceof Response) return person;
  const { services } = context;
  const { output } = await callOperation(
    services,
    getConversation,
    callerOf(person, request),
    { conversationId, limit: 1 },
  );
  const { conversation } = output;
  const { receipt } = conversation.payment;
  if (!receipt) {
    throw new ServiceError("not_found", {
      detail: "Cannot show a receipt: none is signed for this conversation.",
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
  const when: When = (at) => momentText(at, timeZone);
  const body = `<h1>Receipt</h1>
${facts(paidFacts(conversation, receipt, when))}
<h2>What proves it</h2>
${facts(signedFacts(conversation, receipt, when))}
${proof(conversation.id, receipt, baseUrl)}`;
  return pageResponse("Receipt", body, { isWide: true });
}

/** What was paid, by whom, to whom, for what. */
function paidFacts(
  view: ConversationView,
  receipt: Receipt,
  when: When,
): readonly Fact[] {
  const { title, payment } = view;
  const { price, fee, label, evidence, signer } = receipt;
  const { condition, releasedAt, refunded, refundedAt } = payment;
  const money = (amount: string) =>
    `${escaped(amount)} USDC${label ? " (test money)" : ""}`;
  return [
    ["Amount", `<strong>${money(price)}</strong>`],
    ["Kept by the service", fee && money(fee)],
    ["From", payment.payer && party(view, payment.payer)],
    ["To", party(view, signer)],
    ["For", isolated(title || "(no title)")],
    ["Condition", condition && conditionText(payment)],
    [
      "What was done",
      evidence.statement &&
        `<span class="words">${isolated(evidence.statement)}</span>`,
    ],
    ["Evidence", evidenceText(evidence)],
    ["Released", releasedAt && when(releasedAt)],
    [
      "Given back since",
      refunded &&
        refundedAt &&
        `${money(refunded.amount)}, ${when(refundedAt)}`,
    ],
  ];
}

/** Who signed it, when, and what the signature covers. */
function signedFacts(
  { id, payment: { signedBy } }: ConversationView,
  { receiptId, paymentId, signedAt, auditHash, jws }: Receipt,
  when: When,
): readonly Fact[] {
  return [
    ["Signed by", signedBy && isolated(signedBy.label)],
    ["Signed", when(signedAt)],
    ["Receipt", code(receiptId)],
    ["Conversation", code(id)],
    ["Payment", paymentId ? code(paymentId) : undefined],
    ["Audit record", code(auditHash)],
    ["Key", code(String(decodeProtectedHeader(jws).kid))],
    ["Signature", code(jws)],
  ];
}

function proof(id: string, { jws }: Receipt, baseUrl: string): string {
  const { alg } = decodeProtectedHeader(jws);
  const keys = `${escaped(baseUrl)}/.well-known/jwks.json`;
  const script = `${escaped(baseUrl)}/verify.mjs`;
  const thread = `/c/${encodeURIComponent(id)}`;
  return `<section>
<h2>How to check it</h2>
<ul>
<li>The signature is a compact JWS (${escaped(String(alg))}) and holds the signed fields themselves: any JWT library checks it with the key at <a href="/.well-known/jwks.json">${keys}</a>.</li>
<li><a href="/verify.mjs">${script}</a> checks an exported archive, in which this receipt is, away from the service: <code>node verify.mjs ARCHIVE</code>. Export yours under <a href="/settings/data">Your data</a>.</li>
<li>The <a href="${thread}/audit">audit page</a> checks it in the browser, with every record of the conversation.</li>
</ul>
</section>
<p class="on-screen"><a class="link" href="${thread}">Back to the conversation</a>. Your browser prints this page, or saves it as a PDF.</p>`;
}

function facts(rows: readonly Fact[]): string {
  const told = rows.filter(([, value]) => value);
  return `<dl class="facts">
${told.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("\n")}
</dl>`;
}

/** How much meets the condition; the signature names each piece. */
function evidenceText({
  messageIds,
  artifactIds,
}: Receipt["evidence"]): string {
  const counted = [
    [messageIds.length, "message"],
    [artifactIds.length, "file"],
  ] as const;
  return counted
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}${count === 1 ? "" : "s"}`)
    .join(", ");
}

/** Somebody by the name and the address that they have in the conversation. */
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
