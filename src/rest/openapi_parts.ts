import { ERRORS } from "../core/errors/error_table.ts";

/** Headers, parameters and the problem object, which many operations share. */

type Json = Readonly<Record<string, unknown>>;

/** A reference to a shared schema. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description: "A repeat with the same key and body gets the first answer.",
  schema: { type: "string" },
};

export const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description: "ETag of the version to change; 412 if it isn't current.",
  schema: { type: "string" },
};

export const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "ETag of what you have; 304 if it is still current.",
  schema: { type: "string" },
};

export const NOT_MODIFIED = {
  description: "The version in If-None-Match is still current: no body.",
  headers: { ETag: { schema: { type: "string" } } },
};

export const STRICT = { $ref: "#/components/parameters/Strict" };

export const STRICT_PARAMETER = {
  name: "strict",
  in: "query",
  description:
    "0 ignores unknown fields and names them in Svc-Warning instead of refusing them.",
  schema: { type: "string", enum: ["0", "1"] },
};

export const PREFER = {
  name: "Prefer",
  in: "header",
  description:
    "return=minimal: only ids, states and versions. handling=strict: 402 where a submit waits for money; the conversation is still created.",
  schema: { type: "string" },
};

export const PAYMENT_SIGNATURE = {
  name: "PAYMENT-SIGNATURE",
  in: "header",
  description:
    "Signed by a wallet: x402 v2 PaymentPayload, base64 of its JSON. Answered with PAYMENT-RESPONSE.",
  schema: { type: "string" },
};

/** A payment that a wallet must sign first, or that was refused. */
export const WALLET_REQUIRED = {
  description:
    "On a chain, waiting for a wallet: payment_required, or payment_invalid with PAYMENT-RESPONSE.",
  headers: {
    "PAYMENT-REQUIRED": {
      description: "x402 v2 PaymentRequired: base64 of its JSON.",
      schema: { type: "string" },
    },
    "PAYMENT-RESPONSE": {
      description: "x402 v2 SettlementResponse: base64 of its JSON.",
      schema: { type: "string" },
    },
  },
  content: { "application/problem+json": { schema: reference("Problem") } },
};

export const PAYMENT_REQUIRED = {
  description:
    "With Prefer: handling=strict, a submit that waits for money: payment_required, with conversationId, requirements and conversation.",
  headers: {
    "PAYMENT-REQUIRED": {
      description: "x402 v2 PaymentRequired: base64 of its JSON.",
      schema: { type: "string" },
    },
    "Preference-Applied": { schema: { type: "string" } },
  },
  content: { "application/problem+json": { schema: reference("Problem") } },
};

export const FORMAT = {
  name: "format",
  in: "query",
  description: "csv for a table; the same as Accept: text/csv.",
  schema: { type: "string", enum: ["json", "csv"] },
};

export const ERROR_CODE = {
  type: "string",
  enum: Object.keys(ERRORS),
  description: "The error (docs/errors.md).",
};

export const PROBLEM = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: {
      type: "string",
      format: "uri",
      description: "URL of the error in the documentation.",
    },
    title: { type: "string", description: "The error's title." },
    status: { type: "integer", description: "The HTTP status." },
    detail: { type: "string", description: "The problem, in a sentence." },
    instance: { type: "string", description: "Path of the request." },
    code: {
      ...reference("ErrorCode"),
      description: "The error code.",
    },
    error: { type: "string", description: "The same as detail." },
    message: { type: "string", description: "The same as detail." },
    fix: { type: "string", description: "What to do about it." },
    docs: {
      type: "string",
      format: "uri",
      description: "URL of its documentation.",
    },
    requestId: { type: "string", description: "Id of the request in the log." },
    errors: {
      type: "array",
      description: "The fields that are wrong.",
      items: {
        type: "object",
        required: ["pointer", "code", "detail"],
        properties: {
          pointer: { type: "string", description: "RFC 6901." },
          code: { type: "string", description: "Code of the fault." },
          detail: { type: "string", description: "The same in a sentence." },
          didYouMean: {
            type: "string",
            description: "The closest known name.",
          },
        },
      },
    },
  },
};
