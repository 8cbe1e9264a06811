import { visitor } from "../../core/access/principal.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { told } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { takeWalletOrder } from "../../core/loops/take_wallet_order.ts";
import { priceOrder } from "../../core/operations/price_order.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { callOperation } from "../../core/pipeline/call.ts";
import { countCall } from "../../core/pipeline/count_call.ts";
import { preferredLanguage } from "../../http/accepts.ts";
import type { ClientAddress } from "../../http/client_address.ts";
import { headerOf, paymentSent } from "../../http/payment_headers.ts";
import { problemResponse } from "../../http/problem.ts";
import { SVC_VERSION } from "../../http/request_info.ts";
import { readObject } from "../body.ts";
import type { Incoming } from "../incoming.ts";

/** Where anybody orders an offer with a wallet. */
export const ORDERS_PATH = "/@:localPart/offers/:offerId/orders";

/**
 * Orders an offer without an account: 402 with what a wallet has to sign, then 202 with the link of
 * the order (docs/offers.md, Without an account). The body is the order's input.
 */
export function orderHandler(
  services: Services,
  addressOf: ClientAddress,
): (incoming: Incoming) => Promise<Response> {
  return async (incoming) => {
    try {
      const from = addressOf(incoming.request);
      const principal = visitor(from);
      countCall(services, priceOrder, { principal, via: "rest" });
      const input = await services.bodies.run(from ?? "", async (pass) => {
        const bytesMax = LIMITS.requestBytesMax;
        const body = await readObject(incoming, { bytesMax, pass });
        pass.accepted();
        return body;
      });
      // An offer without a schema takes no input.
      const hasInput = input && Object.keys(input).length > 0;
      return await ordered(services, incoming, {
        input: hasInput ? input : undefined,
        from,
      });
    } catch (error) {
      return problemResponse(services, fromBody(error), incoming);
    }
  };
}

interface Ordering {
  readonly input: unknown;
  readonly from: string | null;
}

async function ordered(
  services: Services,
  { params, headers, requestId }: Incoming,
  { input, from }: Ordering,
): Promise<Response> {
  const { localPart = "", offerId = "" } = params;
  const language = preferredLanguage(headers["accept-language"]);
  const { payment } = paymentSent(headers);
  if (!payment) {
    const principal = visitor(from);
    const { output } = await callOperation(
      services,
      priceOrder,
      { principal, via: "rest", requestId, language, isCounted: true },
      { localPart, offerId, ...(input !== undefined && { input }) },
    );
    throw new ServiceError("payment_required", {
      detail: told`Not ordered yet: sign what accepts says with your wallet, and send the same request with PAYMENT-SIGNATURE (x402 v2).`,
      extra: { ...output.required },
    });
  }
  const { "idempotency-key": key } = headers;
  const taken = await takeWalletOrder(services, {
    ...{ localPart, offerId, input, payment, key, from, requestId, language },
  });
  const { baseUrl } = services.settings;
  const { conversationId, wallet: payer, token } = taken;
  const network = `eip155:${services.settings.chain?.place.chainId}`;
  const settled = { success: true, transaction: "", network, payer };
  return Response.json(
    {
      taskId: conversationId,
      statusUrl: `${baseUrl}/v1/orders/${conversationId}`,
      ...(token !== undefined && { claimUrl: `${baseUrl}/i/${token}`, token }),
    },
    {
      status: 202,
      headers: {
        "cache-control": "no-store",
        "x-request-id": requestId,
        "svc-version": SVC_VERSION,
        "payment-response": headerOf(settled),
      },
    },
  );
}

/** The input is the whole body here, so that its faults are told from its top. */
function fromBody(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const errors = error.faults.map((it) => ({
    ...it,
    pointer: it.pointer.replace(/^\/input(?=\/|$)/, ""),
  }));
  return error.with({ errors });
}
