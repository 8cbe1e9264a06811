import { ErrorCodeText, MoneySchema } from "../core/base/schemas.ts";
import { CheckpointSchema } from "../core/conversations/model/checkpoint_schema.ts";
import {
  ArtifactSchema,
  MessageSchema,
  ParticipantSchema,
} from "../core/conversations/model/content_schemas.ts";
import {
  PaymentSchema,
  ReceiptSchema,
} from "../core/conversations/model/payment_schema.ts";
import { ConversationSchema } from "../core/conversations/model/schemas.ts";
import {
  ConversationEventSchema,
  InboxEventSchema,
} from "../core/streams/event_schemas.ts";
import { PAYING } from "../http/payment_headers.ts";
import { SVC_VERSION } from "../http/request_info.ts";
import type { DescribedField, DescribedRoute } from "./described.ts";
import { describedRoutes } from "./described.ts";
import { ARCHIVE_PATH } from "./download/archive.ts";
import { ifMatch } from "./entity_tag.ts";
import { hasBody } from "./fields.ts";
import {
  ERROR_CODE,
  FORMAT,
  IDEMPOTENCY_KEY,
  IF_MATCH,
  IF_NONE_MATCH,
  NOT_MODIFIED,
  PAYMENT_REQUIRED,
  PAYMENT_SIGNATURE,
  PREFER,
  PROBLEM,
  reference,
  STRICT,
  STRICT_PARAMETER,
  WALLET_REQUIRED,
} from "./openapi_parts.ts";
import {
  ARCHIVE,
  BOUNCES,
  EVENTS,
  INBOUND,
  SUBSCRIBE,
  WALLET_ORDERS,
} from "./openapi_paths.ts";
import { ORDERS_PATH } from "./routes/order_endpoint.ts";
import { EVENTS_PATH, SUBSCRIBE_PATH } from "./sse.ts";

type Json = Readonly<Record<string, unknown>>;

/** Schemas that many operations share, included once and referenced. */
const SHARED: Readonly<Record<string, object>> = {
  Conversation: ConversationSchema,
  Message: MessageSchema,
  Participant: ParticipantSchema,
  Artifact: ArtifactSchema,
  Payment: PaymentSchema,
  Receipt: ReceiptSchema,
  Checkpoint: CheckpointSchema,
  Money: MoneySchema,
  ConversationEvent: ConversationEventSchema,
  InboxEvent: InboxEventSchema,
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
  paths[templateOf(ARCHIVE_PATH)] = { get: ARCHIVE };
  paths[templateOf(ORDERS_PATH)] = { post: WALLET_ORDERS };
  paths["/v1/mail/bounces"] = { post: BOUNCES };
  paths["/v1/mail/inbound"] = { post: INBOUND };
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
      schemas: {
        ...sharedSchemas(),
        ErrorCode: ERROR_CODE,
        Problem: PROBLEM,
      },
      responses: {
        Problem: {
          description: "A problem (RFC 9457).",
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
    ...(route.isPublic && {
      security: operation.access.known ? [{}, { bearer: [] }] : [],
    }),
    parameters: [
      ...route.params.map((field) => parameter("path", field)),
      ...query.map((field) => parameter("query", field)),
      ...(method === "POST" ? [IDEMPOTENCY_KEY] : []),
      ...(route.input === ifMatch ? [IF_MATCH] : []),
      ...(isPaying(route) ? [PAYMENT_SIGNATURE] : []),
      ...(isTagged(route) ? [IF_NONE_MATCH] : []),
      ...(method === "GET" ? [] : [PREFER]),
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

/** True for a call that may carry a wallet's payment. */
function isPaying({ input }: DescribedRoute): boolean {
  return input === PAYING.input;
}

/** True for a call that may answer 304. */
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

function failuresOf(route: DescribedRoute): Json {
  const { isPublic, statuses, strict } = route;
  const problem = { $ref: "#/components/responses/Problem" };
  return {
    ...(!isPublic && { "401": problem }),
    ...(strict && { "402": PAYMENT_REQUIRED }),
    ...(isPaying(route) && { "402": WALLET_REQUIRED }),
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
  const name = node === ErrorCodeText ? "ErrorCode" : NAME_OF.get(formOf(node));
  if (!name) return members(node);
  const { description }: { description?: unknown } = node;
  return {
    ...reference(name),
    ...(description !== undefined && { description }),
  };
}

/** A schema as text without its description: OpenAPI allows one beside $ref. */
function formOf(schema: object): string {
  return JSON.stringify({ ...schema, description: undefined });
}

function members(node: object): Json {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, withReferences(value)]),
  );
}
