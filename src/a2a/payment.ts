import type { Proto } from "../../packages/standards/src/proto/message.ts";
import { readWithin } from "../../packages/standards/src/proto/read_fields.ts";
import { PAYMENTS_EXTENSION, takesWallets } from "../core/agents/card.ts";
import type { Services } from "../core/pipeline/call.ts";

/**
 * Confirms the client's x402 extension if it asked for it. The metadata is read
 * and written either way.
 */
export function activatePayments(
  { settings }: Pick<Services, "settings">,
  request: Request,
  response: Response,
): Response {
  const { headers } = request;
  // The extension's own header name, and that of A2A 1.0.
  const asked = ["x-a2a-extensions", "a2a-extensions"]
    .map((name) => headers.get(name) ?? "")
    .join(",");
  const names = asked.split(",").map((it) => it.trim());
  if (takesWallets(settings) && names.includes(PAYMENTS_EXTENSION)) {
    response.headers.set("a2a-extensions", PAYMENTS_EXTENSION);
  }
  return response;
}

/** Where the x402 extension of A2A puts a payment (transports-v2/a2a.md). */
const PAYLOAD = "x402.payment.payload";

/** The signed payment in a message, unchecked; undefined if there is none. */
export function readPayment(params: Proto): unknown {
  const message = readWithin(params, "message");
  const { members = {} } = (message && readWithin(message, "metadata")) ?? {};
  return Object.hasOwn(members, PAYLOAD) ? members[PAYLOAD] : undefined;
}
