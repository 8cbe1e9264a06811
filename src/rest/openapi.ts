import { MoneySchema } from "../core/base/schemas.ts";
import { CheckpointSchema } from "../core/conversations/model/checkpoint_schema.ts";
import {
  PaymentSchema,
  ReceiptSchema,
} from "../core/conversations/model/payment_schema.ts";
import {
  ArtifactSchema,
  ConversationSchema,
  MessageSchema,
  ParticipantSchema,
} from "../core/conversations/model/schemas.ts";
import { ERRORS } from "../core/errors/error_table.ts";
import { recordBounce } from "../core/operations/record_bounce.ts";
import { SVC_VERSION } from "../http/request_info.ts";
import type { DescribedField, DescribedRoute } from "./described.ts";
import { describedRoutes } from "./described.ts";
import { hasBody } from "./fields.ts";
import { EVENTS_PATH, SUBSCRIBE_PATH } from "./sse.ts";

type Json = Readonly<Record<string, unknown>>;

/** Schemas that many operations share, said once and referred to. */
const SHARED: Readonly<Record<string, object>> = {
  Conversation: ConversationSchema,
  Message: MessageSchema,
  Participant: ParticipantSchema,
  Artifact: ArtifactSchema,
  Payment: PaymentSchema,
  Receipt: ReceiptSchema,
  Checkpoint: CheckpointSchema,
  Money: MoneySchema,
};

const NAME_OF = new Map(
  Object.entries(SHARED).map(([name, schema]) => [formOf(schema), name]),
);

/** The OpenAPI 3.1 document of the REST interface, made from its rows. */
export function openApiDocument(baseUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of describedRoutes()) {
    const path = templateOf(route.path);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(route),
    };
  }
  paths[templateOf(SUBSCRIBE_PATH)] = { get: SUBSCRIBE };
  paths[EVENTS_PATH] = { get: EVENTS };
  paths["/v1/mail/bounces"] = { post: BOUNCES };
  return {
    openapi: "3.1.0",
    info: {
      title: "Conversation inbox",
      version: SVC_VERSION,
      description:
        "People and software agents accept paid requests, reply and finish work on shared conversations. MCP is at POST /api/mcp, A2A at POST /a2a.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      parameters: { Strict: STRICT_PARAMETER },
      schemas: { ...sharedSchemas(), Problem: PROBLEM },
      responses: {
        Problem: {
          description: "What went wrong, as RFC 9457 says it.",
          content: {
            "application/problem+json": { schema: reference("Problem") },
          },
        },
      },
    },
  };
}

function templateOf(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

function operationOf(route: DescribedRoute): Json {
  const { operation, method } = route;
  const isBody = hasBody(method);
  const query = isBody ? [] : route.fields;
  return {
    operationId: route.id,
    tags: [route.group],
    summary: operation.title,
    description: operation.description,
    ...(route.isPublic && { security: [] }),
    parameters: [
      ...route.params.map((field) => parameter("path", field)),
      ...query.map((field) => parameter("query", field)),
      ...(method === "POST" ? [IDEMPOTENCY_KEY] : []),
      ...(route.input ? [IF_MATCH] : []),
      ...(isTagged(route) ? [IF_NONE_MATCH] : []),
      ...(route.strict ? [PREFER] : []),
      ...(route.csv ? [FORMAT] : []),
      STRICT,
    ],
    ...(isBody && route.fields.length > 0 && { requestBody: bodyOf(route) }),
    responses: {
      ...successesOf(route),
      ...(isTagged(route) && { "304": NOT_MODIFIED }),
      ...failuresOf(route),
    },
  };
}

/** True for what answers 304 to whoever has it already. */
function isTagged({ method, etag }: DescribedRoute): boolean {
  return method === "GET" && etag !== undefined;
}

function parameter(place: "path" | "query", field: DescribedField): Json {
  const { description, ...schema } = field.schema;
  return {
    name: field.name,
    in: place,
    required: place === "path" || field.isRequired,
    ...(description && { description }),
    schema: withReferences(schema),
  };
}

function bodyOf({ fields }: DescribedRoute): Json {
  const required = fields.filter(({ isRequired }) => isRequired);
  const schema = {
    type: "object",
    properties: Object.fromEntries(
      fields.map(({ name, schema }) => [name, withReferences(schema)]),
    ),
    ...(required.length > 0 && { required: required.map(({ name }) => name) }),
    additionalProperties: false,
  };
  return {
    required: required.length > 0,
    content: { "application/json": { schema } },
  };
}

function successesOf(route: DescribedRoute): Json {
  const { operation, statuses = [200], respond, csv } = route;
  const content = respond
    ? { "*/*": { schema: { type: "string", format: "binary" } } }
    : {
        "application/json": { schema: withReferences(operation.output) },
        ...(csv && { "text/csv": { schema: { type: "string" } } }),
      };
  return Object.fromEntries(
    statuses.map((status) => [
      String(status),
      { description: operation.title, content },
    ]),
  );
}

function failuresOf({ isPublic, statuses, strict }: DescribedRoute): Json {
  const problem = { $ref: "#/components/responses/Problem" };
  return {
    ...(!isPublic && { "401": problem }),
    ...(strict && { "402": PAYMENT_REQUIRED }),
    "4XX": problem,
    ...(!statuses?.includes(503) && { "5XX": problem }),
  };
}

function sharedSchemas(): Json {
  return Object.fromEntries(
    Object.entries(SHARED).map(([name, schema]) => [name, members(schema)]),
  );
}

function withReferences(node: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(withReferences);
  const name = NAME_OF.get(formOf(node));
  if (!name) return members(node);
  const { description }: { description?: unknown } = node;
  return {
    ...reference(name),
    ...(description !== undefined && { description }),
  };
}

/** A schema whatever is said of it where it stands: OpenAPI allows a description beside $ref. */
function formOf(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}

function members(node: object): Json {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withReferences(value)]),
  );
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A repeat with the same key and body is answered with the first answer.",
  schema: { type: "string" },
};

const IF_MATCH = {
  name: "If-Match",
  in: "header",
  description: "ETag of the version that is changed; 412 if it is no longer.",
  schema: { type: "string" },
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  description: "ETag of what the caller has; 304 if it is still that.",
  schema: { type: "string" },
};

const NOT_MODIFIED = {
  description: "What If-None-Match names is still the newest: no body.",
  headers: { ETag: { schema: { type: "string" } } },
};

const STRICT = { $ref: "#/components/parameters/Strict" };

const STRICT_PARAMETER = {
  name: "strict",
  in: "query",
  description:
    "0 leaves unknown fields out, and names them in Svc-Warning, instead of refusing them.",
  schema: { type: "string", enum: ["0", "1"] },
};

const PREFER = {
  name: "Prefer",
  in: "header",
  description:
    "handling=strict: 402 where a submit waits for money. The conversation is made all the same.",
  schema: { type: "string" },
};

const PAYMENT_REQUIRED = {
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

const FORMAT = {
  name: "format",
  in: "query",
  description: "csv for a table; the same as Accept: text/csv.",
  schema: { type: "string", enum: ["json", "csv"] },
};

const EVENT_STREAM = {
  "200": {
    description: "An event stream.",
    content: { "text/event-stream": { schema: { type: "string" } } },
  },
  "401": { $ref: "#/components/responses/Problem" },
  "4XX": { $ref: "#/components/responses/Problem" },
};

const EVENTS = {
  operationId: "subscribeToInbox",
  tags: ["Conversations"],
  summary: "Subscribe to the whole inbox",
  description:
    "Server-sent events about everything that changes for the account: hints of what to read again, without content. ready comes first, and again when too much happened at once: read the lists then. conversation.changed says conversationId, version, state, at and the names of its newest events; flags.changed says unread and archived; draft.deleted says conversationId. It does not resume. Ignore events that you do not know. Needs conversations:read.",
  responses: EVENT_STREAM,
};

const SUBSCRIBE = {
  operationId: "subscribe",
  tags: ["Conversations"],
  summary: "Subscribe to a conversation",
  description:
    "Server-sent events: ready first, then message.appended, state.changed and payment.updated. Resume with Last-Event-ID or after. Ignore events that you do not know.",
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
  responses: EVENT_STREAM,
};

/** Served beside the sign-in, where a secret is set: its bearer is nobody's account. */
const BOUNCES = {
  operationId: recordBounce.name,
  tags: ["Service"],
  summary: recordBounce.title,
  description: `${recordBounce.description} For the relay alone: the bearer is MAIL_WEBHOOK_SECRET, and without that setting there is no such path. As JSON, send message, or messageId and kind; under any other type the body is the raw mail.`,
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

const PROBLEM = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: {
      type: "string",
      format: "uri",
      description: "Address of the error in the documents.",
    },
    title: { type: "string", description: "What kind of error it is." },
    status: { type: "integer", description: "The HTTP status." },
    detail: { type: "string", description: "What is wrong, in a sentence." },
    instance: { type: "string", description: "Path of the request." },
    code: {
      type: "string",
      enum: Object.keys(ERRORS),
      description: "The error (docs/errors.md).",
    },
    error: { type: "string", description: "The same as detail." },
    message: { type: "string", description: "The same as detail." },
    fix: { type: "string", description: "What the caller can do about it." },
    docs: {
      type: "string",
      format: "uri",
      description: "Where the documents explain it.",
    },
    requestId: { type: "string", description: "Names the request in the log." },
    errors: {
      type: "array",
      description: "The fields that are wrong.",
      items: {
        type: "object",
        required: ["pointer", "code", "detail"],
        properties: {
          pointer: { type: "string", description: "RFC 6901." },
          code: { type: "string", description: "What is wrong with it." },
          detail: { type: "string", description: "The same in a sentence." },
          didYouMean: {
            type: "string",
            description: "The known name that an unknown one is nearest to.",
          },
        },
      },
    },
  },
};
