import type { Static } from "typebox";
import { PAYMENTS_EXTENSION, takesWallets } from "../core/agents/card.ts";
import type { ConversationSchema } from "../core/conversations/model/schemas.ts";
import type { Services } from "../core/pipeline/call.ts";
import { readWithin } from "./proto_json.ts";
import type { Wire } from "./proto_wire.ts";

/**
 * Says that the client's x402 extension is active, if it asked for it. Without asking it
 * is no different: the metadata is read and written all the same.
 */
export function activatePayments(
  { settings }: Pick<Services, "settings">,
  request: Request,
  response: Response,
): Response {
  const asked = request.headers.get("a2a-extensions") ?? "";
  const names = asked.split(",").map((it) => it.trim());
  if (takesWallets(settings) && names.includes(PAYMENTS_EXTENSION)) {
    response.headers.set("a2a-extensions", PAYMENTS_EXTENSION);
  }
  return response;
}

type Conversation = Static<typeof ConversationSchema>;

/** Where the x402 extension of A2A puts a payment (transports-v2/a2a.md). */
const PAYLOAD = "x402.payment.payload";

/** What a wallet signed, if the message brings that. */
export function readPayment(params: Wire): object | undefined {
  const message = readWithin(params, "message");
  const metadata = message && readWithin(message, "metadata");
  const payload = metadata?.members[PAYLOAD];
  return typeof payload === "object" && payload !== null ? payload : undefined;
}

/** The status message of a task that waits for a payment by a wallet. */
export function payingOf({
  id,
  contextId,
  payment,
  links,
}: Conversation): object | undefined {
  const asked = payment.requirements?.accepts[0];
  if (payment.requirements === undefined || asked?.scheme !== "auth-capture") {
    return undefined;
  }
  const isOnItsWay = payment.pendingSince !== undefined;
  const amount = payment.requirements.needed.amount;
  return {
    messageId: payment.paymentId,
    contextId,
    taskId: id,
    role: "ROLE_AGENT",
    parts: [
      {
        text: isOnItsWay
          ? "The payment is on its way."
          : `Waits for a payment of ${amount} USDC by a wallet.`,
      },
    ],
    metadata: {
      "x402.payment.status": isOnItsWay
        ? "payment-submitted"
        : "payment-required",
      ...(!isOnItsWay && {
        "x402.payment.required": {
          ...{ x402Version: 2, error: "payment_required", accepts: [asked] },
          resource: { url: links.self },
        },
      }),
    },
  };
}
