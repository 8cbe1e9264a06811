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
      return await ordered(services, incoming, { input, from });
    } catch (error) {
      return problemResponse(services, fromBody(error), incoming);
    }
  };
}

async function ordered(
  services: Services,
  { params, headers, requestId }: Incoming,
  {
    input = {},
    from,
  }: { readonly input: object | undefined; readonly from: string | null },
): Promise<Response> {
  const language = preferredLanguage(headers["accept-language"]);
  const caller = { via: "rest", requestId, language, isCounted: true } as const;
  const { localPart = "", offerId = "" } = params;
  // An offer without a schema takes no input.
  const hasInput = Object.keys(input).length > 0;
  const order = { localPart, offerId, ...(hasInput && { input }) };
  const asked = async (reason: unknown) => {
    const by = { ...caller, principal: visitor(from) };
    const { output } = await callOperation(services, priceOrder, by, order);
    return { ...output, error: reason };
  };
  const { payment } = paymentSent(headers);
  if (!payment) {
    throw new ServiceError("payment_required", {
      detail: told`Not ordered yet: sign what accepts says with your wallet, and send the same request with PAYMENT-SIGNATURE (x402 v2).`,
      extra: await asked("payment_required"),
    });
  }
  const key = headers["idempotency-key"];
  const paid = { ...order, payment, key, from, caller };
  const taken = await takeWalletOrder(services, paid).catch(async (error) => {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code !== "payment_invalid") throw error;
    const { reason } = error.extra;
    throw error.with({ extra: { ...(await asked(reason)), reason } });
  });
  const { baseUrl, chain } = services.settings;
  const { conversationId, wallet: payer, token } = taken;
  const network = `eip155:${chain?.place.chainId}`;
  return Response.json(
    {
      taskId: conversationId,
      statusUrl: `${baseUrl}/v1/orders/${conversationId}`,
      ...(token !== undefined && { claimUrl: `${baseUrl}/i/${token}`, token }),
    },
    {
      status: 202,
      headers: {
        ...{ "cache-control": "no-store", "x-request-id": requestId },
        "svc-version": SVC_VERSION,
        "payment-response": headerOf({
          ...{ success: true, transaction: "", network, payer },
        }),
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
