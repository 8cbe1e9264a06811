import type { QueryCall, Settings } from "../../access/context.ts";
import { LIMITS } from "../../base/limits.ts";
import type { ChainRequirements } from "../../payments/terms/requirements.ts";
import type { PaymentRequired } from "../../payments/x402.ts";
import type { AddressedAgent } from "../account_card.ts";
import type { Offer } from "./offer.ts";

type Signing = Pick<QueryCall, "settings" | "signer" | "now">;

/** Where anybody orders an offer with a wallet, by x402. */
export function orderUrl(
  { baseUrl }: Pick<Settings, "baseUrl">,
  localPart: string,
  offerId: string,
): string {
  return `${baseUrl}/@${localPart}/offers/${offerId}/orders`;
}

/** The same for all offers of an account; null without a chain. */
export function walletOrdersOf(
  settings: Pick<Settings, "baseUrl" | "rails">,
  { localPart }: Pick<AddressedAgent, "localPart">,
): string | null {
  const isOnChain = settings.rails[0] === "x402";
  return isOnChain ? orderUrl(settings, localPart, "{offerId}") : null;
}

/** The service by its domain, as the key of what it signs for x402 names it (did:web). */
export function didOf({ baseUrl }: Pick<Settings, "baseUrl">): string {
  return `did:web:${encodeURIComponent(new URL(baseUrl).host)}`;
}

/** An order that has to be paid. */
interface Unpaid {
  readonly seller: Pick<AddressedAgent, "displayName" | "localPart">;
  readonly offer: Offer;
  readonly input: unknown;
  readonly terms: ChainRequirements;
}

/**
 * Asks for the payment of an order in x402 v2: with its description for catalogues (bazaar), and
 * the terms as this service signs them (offer-receipt).
 */
export async function orderPayment(
  call: Signing,
  { seller, offer, input, terms }: Unpaid,
): Promise<PaymentRequired> {
  const url = orderUrl(call.settings, seller.localPart, offer.offerId);
  const bazaar = catalogued(offer, input);
  const isSmall = JSON.stringify(bazaar).length <= LIMITS.bazaarCharsMax;
  return {
    x402Version: 2,
    error: "payment_required",
    resource: {
      url,
      description: [offer.title, offer.description]
        .filter((it) => it !== "")
        .join(". ")
        .slice(0, LIMITS.x402TextCharsMax),
      mimeType: "application/json",
      serviceName: asciiName(seller),
      tags: ["offer", "order", "escrow"],
    },
    accepts: [terms],
    extensions: {
      // A header has to hold it, and comes back with the payment.
      ...(isSmall && { bazaar }),
      "offer-receipt": {
        info: { offers: [await signedOffer(call, url, terms)] },
        schema: { type: "object", required: ["offers"] },
      },
    },
  };
}

function asciiName({ displayName, localPart }: Unpaid["seller"]): string {
  const name = displayName.replace(/[^ -~]/g, "").trim();
  return (name || localPart).slice(0, LIMITS.x402NameCharsMax);
}

/** The request that orders it, with the schema that its input has to fit (bazaar). */
function catalogued({ input: schema }: Offer, input: unknown) {
  const { $defs, ...body } = schema ?? { type: "object" };
  const constant = (value: string) => ({ type: "string", const: value });
  return {
    info: {
      input: {
        ...{ type: "http", method: "POST", bodyType: "json" },
        body: input ?? {},
      },
      output: { type: "json", example: { taskId: "…", claimUrl: "…" } },
    },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      // Its references lead to the top of the document.
      ...($defs !== undefined && { $defs }),
      type: "object",
      properties: {
        input: {
          type: "object",
          properties: {
            type: constant("http"),
            method: constant("POST"),
            bodyType: constant("json"),
            body,
          },
          required: ["type", "method", "bodyType", "body"],
          additionalProperties: false,
        },
        output: { type: "object" },
      },
      required: ["input"],
    },
  };
}

async function signedOffer(
  { settings, signer, now }: Signing,
  resourceUrl: string,
  { scheme, network, asset, payTo, amount }: ChainRequirements,
) {
  const validUntil = Math.floor(now / 1_000) + LIMITS.orderTermsSeconds;
  const payload = {
    ...{ version: 1, resourceUrl, scheme, network, asset, payTo, amount },
    validUntil,
  };
  const signature = await signer.sign(payload, didOf(settings));
  return { format: "jws", signature, acceptIndex: 0 };
}

/** The facts of a receipt for an order that was paid out. */
interface PaidOrder {
  readonly resourceUrl: string;
  readonly network: string;
  /** The wallet that paid. */
  readonly payer: string;
  readonly signedAt: number;
  readonly transaction: string | undefined;
}

/** The receipt in the form of x402 (offer-receipt): the order was delivered after its payment. */
export async function orderReceipt(
  { settings, signer }: Omit<Signing, "now">,
  { resourceUrl, network, payer, signedAt, transaction }: PaidOrder,
) {
  const payload = {
    ...{ version: 1, network, resourceUrl, payer },
    issuedAt: Math.floor(signedAt / 1_000),
    ...(transaction !== undefined && { transaction }),
  };
  const signature = await signer.sign(payload, didOf(settings));
  return { format: "jws" as const, signature };
}
