import { recordBounce } from "../core/operations/record_bounce.ts";
import { reference } from "./openapi_parts.ts";

/** Paths outside the table of routes. */

/** A stream whose events follow the schema; `data` is one line of JSON. */
function eventStream(schema: string) {
  return {
    "200": {
      description: "An event stream; the schema is that of one event.",
      content: { "text/event-stream": { schema: reference(schema) } },
    },
    "401": { $ref: "#/components/responses/Problem" },
    "4XX": { $ref: "#/components/responses/Problem" },
  };
}

export const EVENTS = {
  operationId: "subscribeToInbox",
  tags: ["Conversations"],
  summary: "Subscribe to the whole inbox",
  description:
    "Server-sent events about every change for the account: hints on what to read again, without content. ready comes first; read your lists when it says reset. An event's id is a state of GET /v1/changes: resume with Last-Event-ID or since. Ignore events you don't know. Needs conversations:read.",
  parameters: [
    { name: "since", in: "query", schema: { type: "string" } },
    { name: "Last-Event-ID", in: "header", schema: { type: "string" } },
  ],
  responses: eventStream("InboxEvent"),
};

export const SUBSCRIBE = {
  operationId: "subscribe",
  tags: ["Conversations"],
  summary: "Subscribe to a conversation",
  description:
    "Server-sent events: ready first, then message.appended, state.changed, payment.updated, terms.changed and dispute.changed. Resume with Last-Event-ID or after. Ignore events you don't know.",
  parameters: [
    {
      name: "conversationId",
      in: "path",
      required: true,
      schema: { type: "string" },
    },
    { name: "after", in: "query", schema: { type: "integer" } },
    { name: "Last-Event-ID", in: "header", schema: { type: "integer" } },
  ],
  responses: eventStream("ConversationEvent"),
};

export const ARCHIVE = {
  operationId: "downloadExport",
  tags: ["Account"],
  summary: "Download an export",
  description:
    "Download a finished export as a ZIP. Its bytes are the same each time, so you can resume a download by Range, with the ETag in If-Range.",
  parameters: [
    {
      name: "exportId",
      in: "path",
      required: true,
      schema: { type: "string" },
    },
    { name: "Range", in: "header", schema: { type: "string" } },
    { name: "If-Range", in: "header", schema: { type: "string" } },
  ],
  responses: {
    "200": {
      description: "The archive.",
      content: { "application/zip": { schema: { type: "string" } } },
    },
    "206": { description: "The part in Range." },
    "416": { description: "The archive isn't that long." },
    "4XX": { $ref: "#/components/responses/Problem" },
  },
};

export const WALLET_ORDERS = {
  operationId: "orderByWallet",
  tags: ["Addresses"],
  summary: "Order without an account",
  description:
    "Order an offer with a wallet, by x402 v2; the body is its input. Without PAYMENT-SIGNATURE the answer is 402 with PAYMENT-REQUIRED: sign it and send the same again. The answer has taskId, statusUrl, claimUrl and token. A repeated payment makes no second order, and gets its link only with the same Idempotency-Key.",
  security: [],
  parameters: ["localPart", "offerId"].map((name) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
  })),
  requestBody: {
    content: { "application/json": { schema: { type: "object" } } },
  },
  responses: {
    "202": { description: "Ordered: it is sent once its price is held." },
    "4XX": { $ref: "#/components/responses/Problem" },
  },
};

/** The same if answers by mail are read (docs/mail.md). */
export const INBOUND = {
  operationId: "take_mail",
  tags: ["Service"],
  summary: "Take a reply by mail",
  description:
    "Append a reply to one of this service's mails as a message from its recipient. Only for the relay: the bearer is MAIL_WEBHOOK_SECRET, and without it and MAIL_REPLY_DOMAIN this path doesn't exist. As JSON, send message and recipient; with any other type the body is the raw mail.",
  requestBody: {
    required: true,
    content: {
      "message/rfc822": { schema: { type: "string" } },
      "application/json": {
        schema: {
          type: "object",
          required: ["message"],
          properties: {
            message: { type: "string" },
            recipient: { type: "string" },
          },
        },
      },
    },
  },
  responses: {
    "200": {
      description: "The outcome.",
      content: {
        "application/json": {
          schema: {
            type: "object",
            required: ["outcome", "reason", "conversationId"],
            properties: {
              outcome: { type: "string", enum: ["sent", "ignored", "refused"] },
              reason: { type: ["string", "null"] },
              conversationId: { type: ["string", "null"] },
            },
          },
        },
      },
    },
    "401": { $ref: "#/components/responses/Problem" },
    "4XX": { $ref: "#/components/responses/Problem" },
    "5XX": { $ref: "#/components/responses/Problem" },
  },
};

/** Served beside the sign-in if a secret is set, which belongs to no account. */
export const BOUNCES = {
  operationId: recordBounce.name,
  tags: ["Service"],
  summary: recordBounce.title,
  description: `${recordBounce.description} Only for the relay: the bearer is MAIL_WEBHOOK_SECRET, and without it this path doesn't exist. As JSON, send message, or messageId and kind; with any other type the body is the raw mail.`,
  requestBody: {
    required: true,
    content: {
      "application/json": { schema: recordBounce.input },
      "message/rfc822": { schema: { type: "string" } },
    },
  },
  responses: {
    "200": {
      description: recordBounce.title,
      content: { "application/json": { schema: recordBounce.output } },
    },
    "401": { $ref: "#/components/responses/Problem" },
    "4XX": { $ref: "#/components/responses/Problem" },
    "5XX": { $ref: "#/components/responses/Problem" },
  },
};
