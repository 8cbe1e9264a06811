import { requireMember } from "../core/access/access.ts";
import type { Operation } from "../core/access/operation.ts";
import { MEMBER } from "../core/access/operation.ts";
import type { Principal } from "../core/access/principal.ts";
import { breathe } from "../core/base/breathe.ts";
import { readCalls } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { readBody } from "../http/read_text.ts";
import type { Form } from "./http.ts";
import {
  answered,
  checkContentType,
  formFor,
  problemResponse,
  refusedWhole,
} from "./http.ts";
import { KEY_HEADER, KEY_IN_META } from "./idempotency_key.ts";
import type { Incoming } from "./json_rpc.ts";
import {
  errorText,
  INVALID_REQUEST,
  idIn,
  PARSE_ERROR,
  readMessage,
} from "./json_rpc.ts";
import type { Registry } from "./registry.ts";
import { createRegistry } from "./registry.ts";
import { OLDEST_VERSION, PROTOCOL_VERSIONS, startServer } from "./server.ts";
import type { CallContext, Multiplexer } from "./transport.ts";

/** Answers one POST of somebody who was identified, or was not. */
export interface ToolsEndpoint {
  (
    request: Request,
    principal: Principal,
    requestId: string,
  ): Promise<Response>;
  /** Requests that are not answered yet. */
  waiting(): Promise<number>;
}

/** What every POST asks for, whatever its method. */
const CALL = { access: MEMBER, title: "Use the tools" };

/**
 * Serves `POST /api/mcp` (MCP streamable HTTP, stateless). The order of checks is
 * fixed: who, content type, accepted type, size, parse, version, message.
 */
export function createToolsEndpoint(
  services: Services,
  operations: readonly Operation[],
): ToolsEndpoint {
  const registry = createRegistry(operations);
  const started = startServer(services, registry);
  const serve = async (
    request: Request,
    principal: Principal,
    requestId: string,
  ): Promise<Response> => {
    try {
      const member = requireMember(CALL, principal);
      checkContentType(request);
      const form = formFor(request);
      const bytes = await readBody(request, LIMITS.uploadRequestBytesMax);
      const context: CallContext = {
        caller: { principal: member, via: "mcp", requestId },
        names: namesFor(request.url),
        idempotencyKey: request.headers.get(KEY_HEADER) ?? undefined,
      };
      return await answer(await started, registry, request, {
        bytes,
        form,
        context,
      });
    } catch (error) {
      if (error instanceof ServiceError && error.code === "invalid_json") {
        return refusedWhole(errorText(null, PARSE_ERROR, error.message));
      }
      return problemResponse(services, error, requestId);
    }
  };
  return Object.assign(serve, {
    waiting: async () => (await started).size,
  });
}

/** `?names=underscore` is for clients that refuse dots. */
function namesFor(url: string): CallContext["names"] {
  if (!url.includes("?")) return "dotted";
  const names = new URL(url).searchParams.get("names");
  return names === "underscore" ? "underscored" : "dotted";
}

interface Post {
  readonly bytes: Uint8Array;
  readonly form: Form;
  readonly context: CallContext;
}

async function answer(
  transport: Multiplexer,
  registry: Registry,
  request: Request,
  { bytes, form, context }: Post,
): Promise<Response> {
  const body = await readCalls(bytes);
  checkSize(bytes, body, registry);
  const version = request.headers.get("mcp-protocol-version");
  const isBatch = Array.isArray(body);
  const refusal = refusalOf(version, body) ?? keyRefusal(context, body);
  if (refusal) {
    const why = `Invalid request: ${refusal}`;
    return refusedWhole(errorText(idIn(body), INVALID_REQUEST, why));
  }
  const count = isBatch ? body.length : 1;
  if (transport.size + count > LIMITS.toolCallsWaitingMax) {
    throw new ServiceError("unavailable", {
      detail: "Cannot take this call: too many others wait.",
    });
  }
  const { signal } = request;
  if (!isBatch) {
    const message = readMessage(body);
    if (message.kind === "refused") return refusedWhole(message.answer);
    const said = await say(transport, message, context, signal);
    return answered(said === undefined ? [] : [said], { isBatch, form });
  }
  const saying: Promise<string | undefined>[] = [];
  for (const element of body) {
    const message = withoutInitialize(readMessage(element));
    saying.push(say(transport, message, context, signal));
    await breathe();
  }
  const answers = await Promise.all(saying);
  const said = answers.filter((text) => text !== undefined);
  return answered(said, { isBatch, form });
}

/** Why a POST cannot be looked at any further, or nothing. */
function refusalOf(version: string | null, body: unknown): string | undefined {
  if (version !== null && !PROTOCOL_VERSIONS.includes(version)) {
    return `MCP-Protocol-Version is none of ${PROTOCOL_VERSIONS.join(", ")}`;
  }
  if (!Array.isArray(body)) return undefined;
  if (version !== null && version !== OLDEST_VERSION) {
    return `batches ended with MCP ${OLDEST_VERSION}; send one message`;
  }
  if (body.length === 0) return "the batch is empty";
  return body.length > LIMITS.batchCallsMax
    ? `a batch holds at most ${LIMITS.batchCallsMax} messages`
    : undefined;
}

/** One key cannot be that of many calls. */
function keyRefusal(
  { idempotencyKey }: CallContext,
  body: unknown,
): string | undefined {
  return idempotencyKey !== undefined && Array.isArray(body)
    ? `${KEY_HEADER} is for one call; in a batch each has its own in params._meta["${KEY_IN_META}"]`
    : undefined;
}

/** MCP 2025-03-26, lifecycle: a batch cannot begin a session. */
function withoutInitialize(incoming: Incoming): Incoming {
  if (incoming.kind !== "request") return incoming;
  const { id, method } = incoming.message;
  if (method !== "initialize") return incoming;
  const why = "Invalid request: initialize cannot be part of a batch";
  return { kind: "refused", answer: errorText(id, INVALID_REQUEST, why) };
}

async function say(
  transport: Multiplexer,
  incoming: Incoming,
  context: CallContext,
  signal: AbortSignal,
): Promise<string | undefined> {
  switch (incoming.kind) {
    case "request":
      return await transport.request(incoming.message, context, signal);
    case "refused":
    case "answered":
      return incoming.answer;
    case "cancel":
      transport.cancel(incoming.requestId, context);
      return undefined;
    case "heard":
      return undefined;
  }
}

/**
 * Only a file may be larger than what other requests are bounded by.
 * @throws payload_too_large
 */
function checkSize(bytes: Uint8Array, body: unknown, registry: Registry): void {
  const bytesMax = LIMITS.fileRequestBytesMax;
  if (bytes.length <= bytesMax) return;
  const incoming = readMessage(body);
  if (incoming.kind === "request") {
    const { method, params } = incoming.message;
    const name = method === "tools/call" ? params?.name : undefined;
    const tool = typeof name === "string" ? registry.find(name) : undefined;
    if (tool?.operation.name === "add_artifact") return;
  }
  throw new ServiceError("payload_too_large", {
    detail: `Cannot read the body: only svc.add_artifact takes more than ${bytesMax} bytes.`,
    extra: { bytesMax },
  });
}
