import { requireMember } from "../../core/access/access.ts";
import type { BodyPass } from "../../core/access/bodies.ts";
import type { Operation } from "../../core/access/operation.ts";
import { DECIDER } from "../../core/access/operation.ts";
import type { Member, Principal } from "../../core/access/principal.ts";
import { counterOf } from "../../core/access/rate.ts";
import { readCalls } from "../../core/access/read_json.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { breathe } from "../../core/base/pace.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { EventStreams } from "../../http/event_streams.ts";
import { INVALID_REQUEST, PARSE_ERROR, rpcIdIn } from "../../http/json_rpc.ts";
import { problemResponse } from "../../http/problem.ts";
import { readBody } from "../../http/read_text.ts";
import type { RpcAnswer } from "../dispatch.ts";
import { dispatch } from "../dispatch.ts";
import { KEY_HEADER, KEY_IN_META } from "../idempotency_key.ts";
import { createRegistry } from "../registry.ts";
import { ResultWriter } from "../result.ts";
import { eraOf, LEGACY_VERSIONS, OLDEST_VERSION } from "./era.ts";
import type { ResponseForm } from "./http.ts";
import {
  answered,
  checkContentType,
  formFor,
  listening,
  refusedWhole,
} from "./http.ts";
import type { IncomingMessage } from "./json_rpc.ts";
import { errorText, readMessage } from "./json_rpc.ts";
import type { Server } from "./method.ts";
import { Listening } from "./method.ts";
import { Pending } from "./pending.ts";

/** Answers one POST of an identified or unidentified caller. */
export interface ToolsEndpoint {
  (
    request: Request,
    principal: Principal,
    requestId: string,
  ): Promise<Response>;
  /** Requests that are not answered yet. */
  waiting(): number;
}

/** The access that every POST requires, whatever its method. */
const CALL = { access: DECIDER, title: "Use the tools" };

/**
 * Serves `POST /api/mcp` (MCP streamable HTTP, stateless, every revision on one address). The
 * order of checks is fixed: caller, content type, accepted type, rate of refused bodies,
 * size, parse, era, message.
 */
export function createToolsEndpoint(
  services: Services,
  operations: readonly Operation[],
  streams: EventStreams = new EventStreams(),
): ToolsEndpoint {
  const registry = createRegistry(operations);
  const server = { services, registry, writer: new ResultWriter(services) };
  const pending = new Pending();
  const serve = async (
    request: Request,
    principal: Principal,
    requestId: string,
  ): Promise<Response> => {
    try {
      const member = requireMember(CALL, principal);
      checkContentType(request);
      const form = formFor(request);
      const post = { server, pending, streams, request, form };
      const key = counterOf(member) ?? "";
      return await services.bodies.run(key, (pass) =>
        answerBody({ ...post, member, requestId, pass }),
      );
    } catch (error) {
      if (error instanceof ServiceError && error.code === "invalid_json") {
        return refusedWhole(errorText(null, PARSE_ERROR, error.message));
      }
      const info = { request, requestId };
      return problemResponse(services, error, info, { wire: "mcp" });
    }
  };
  return Object.assign(serve, { waiting: () => pending.size });
}

async function answerBody(post: Post): Promise<Response> {
  const { request, pass, server } = post;
  const bytesMax = LIMITS.uploadRequestBytesMax;
  const bytes = await readBody(request, { bytesMax, pass });
  const body = await readCalls(bytes);
  checkSize(server, bytes, body);
  return await answerTo(post, body);
}

interface Post {
  readonly server: Server;
  readonly pending: Pending;
  readonly streams: EventStreams;
  readonly request: Request;
  readonly form: ResponseForm;
  readonly member: Member;
  readonly requestId: string;
  readonly pass: BodyPass;
}

function answerTo(post: Post, body: unknown): Response | Promise<Response> {
  const refusal = refusalOf(post.request.headers, body);
  if (refusal) {
    const why = `Invalid request: ${refusal}`;
    return refusedWhole(errorText(rpcIdIn(body), INVALID_REQUEST, why));
  }
  const count = Array.isArray(body) ? body.length : 1;
  if (post.pending.size + count > LIMITS.toolCallsWaitingMax) {
    throw new ServiceError("unavailable", {
      detail: toldAsIs(
        "Cannot take this call now: too many others are waiting.",
      ),
    });
  }
  return Array.isArray(body) ? answerBatch(post, body) : answerOne(post, body);
}

async function answerOne(post: Post, body: unknown): Promise<Response> {
  const incoming = readMessage(body);
  if (incoming.kind === "refused") return refusedWhole(incoming.answer);
  const answer = await say(post, incoming);
  if (answer?.said instanceof Listening) {
    return listening(answer.said, post.server.services, post.streams);
  }
  const said = answer ? [answer.said] : [];
  return answered(said, { isBatch: false, form: post.form, ...answer });
}

async function answerBatch(
  post: Post,
  body: readonly unknown[],
): Promise<Response> {
  const saying: ReturnType<typeof say>[] = [];
  for (const element of body) {
    saying.push(say(post, withoutInitialize(readMessage(element))));
    await breathe();
  }
  const said = (await Promise.all(saying)).flatMap((it) =>
    typeof it?.said === "string" ? [it.said] : [],
  );
  return answered(said, { isBatch: true, form: post.form });
}

/** Why a POST cannot be processed any further; undefined if it can. */
function refusalOf(headers: Headers, body: unknown): string | undefined {
  const version = headers.get("mcp-protocol-version");
  if (!Array.isArray(body)) {
    return version === null ||
      eraOf(body, headers) === "modern" ||
      LEGACY_VERSIONS.includes(version)
      ? undefined
      : `MCP-Protocol-Version is none of ${LEGACY_VERSIONS.join(", ")}`;
  }
  if (
    (version !== null && version !== OLDEST_VERSION) ||
    body.some((it) => eraOf(it, headers) === "modern")
  ) {
    return `batches ended with MCP ${OLDEST_VERSION}; send one message`;
  }
  if (body.length === 0) return "the batch is empty";
  if (body.length > LIMITS.batchCallsMax) {
    return `a batch holds at most ${LIMITS.batchCallsMax} messages`;
  }
  return headers.has(KEY_HEADER)
    ? `${KEY_HEADER} is for one call; in a batch each has its own in params._meta["${KEY_IN_META}"]`
    : undefined;
}

/** Refuses `initialize` in a batch (MCP 2025-03-26, lifecycle). */
function withoutInitialize(incoming: IncomingMessage): IncomingMessage {
  if (incoming.kind !== "request") return incoming;
  const { id, method } = incoming.message;
  if (method !== "initialize") return incoming;
  const why = "Invalid request: initialize cannot be part of a batch";
  return { kind: "refused", answer: errorText(id, INVALID_REQUEST, why) };
}

function say(
  { server, pending, request, member, requestId, pass }: Post,
  incoming: IncomingMessage,
): RpcAnswer | undefined | Promise<RpcAnswer | undefined> {
  const owner = `${member.accountId} ${member.credentialId ?? ""}`;
  switch (incoming.kind) {
    case "request": {
      const { message } = incoming;
      return pending.run({ id: message.id, owner }, request.signal, (end) =>
        dispatch(server, message, { request, member, requestId, pass, end }),
      );
    }
    case "refused":
      return { said: incoming.answer, status: 400 };
    case "answered":
      return { said: incoming.answer, status: 200 };
    case "cancel":
      pending.cancel(incoming.requestId, owner);
      return undefined;
    case "heard":
      return undefined;
  }
}

/** Only methods that take a file may have larger requests. @throws payload_too_large */
function checkSize(
  { registry }: Server,
  bytes: Uint8Array,
  body: unknown,
): void {
  const bytesMax = LIMITS.fileRequestBytesMax;
  if (bytes.length <= bytesMax) return;
  const params = isObject(body) ? body.params : undefined;
  const name = isObject(params) ? params.name : undefined;
  const operation = typeof name === "string" ? registry.find(name) : undefined;
  if (operation?.tool?.takesFile) return;
  throw new ServiceError("payload_too_large", {
    detail: toldAsIs(
      `Cannot read the body: only a file may take more than ${bytesMax} bytes.`,
    ),
    extra: { bytesMax },
  });
}
