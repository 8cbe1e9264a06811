import { checkAccess } from "../core/access/access.ts";
import type { BodyPass } from "../core/access/bodies.ts";
import type { Caller } from "../core/access/context.ts";
import type { Operation } from "../core/access/operation.ts";
import type { Principal } from "../core/access/principal.ts";
import { ANONYMOUS, isMember, visitor } from "../core/access/principal.ts";
import { counterOf } from "../core/access/rate.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { Language } from "../core/base/words/languages.ts";
import { USUAL_LANGUAGE } from "../core/base/words/languages.ts";
import { authenticate } from "../core/identity/authenticate.ts";
import { ACT_AS_HEADER } from "../core/identity/teams/acting_as.ts";
import type { Outcome, Services } from "../core/pipeline/call.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { countCall } from "../core/pipeline/count_call.ts";
import type { Format, WrittenAnswer } from "../core/pipeline/kept_answers.ts";
import { callWritten, isKeeping } from "../core/pipeline/kept_answers.ts";
import { callOrWait } from "../core/streams/await_change.ts";
import { codingFor, preferredLanguage } from "../http/accepts.ts";
import type { ClientAddress } from "../http/client_address.ts";
import type { Packed } from "../http/compressed.ts";
import { jsonResponse } from "../http/compressed.ts";
import { jsonText } from "../http/json_text.ts";
import { problemResponse } from "../http/problem.ts";
import { SVC_VERSION } from "../http/request_info.ts";
import { traceOf } from "../http/request_spans.ts";
import { isNoneMatch } from "../http/tagged.ts";
import type { ReadPage } from "./csv.ts";
import { csvResponse } from "./csv.ts";
import { fieldsOf, planOf, shownNames } from "./fields.ts";
import type { Incoming } from "./incoming.ts";
import type { Route } from "./route.ts";
import { signedReader } from "./signed_reader.ts";
import { minimalOf, prefersMinimal, prefersStrict } from "./strict.ts";

export type Handler = (incoming: Incoming) => Promise<Response>;

/** The one generic handler: caller, input, operation, answer. */
export function handlerOf(
  services: Services,
  route: Route,
  addressOf: ClientAddress,
): Handler {
  const identify = identifierOf(services, addressOf);
  const plan = planOf(route);
  const { operation, method } = route;
  const serve = async (
    principal: Principal,
    incoming: Incoming,
    pass?: BodyPass,
  ) => {
    const { input, ignored } = await fieldsOf(plan, incoming, pass);
    const { headers, requestId, request } = incoming;
    if (route.input) Object.assign(input, route.input(headers));
    const language = preferredLanguage(headers["accept-language"]);
    const { prefer } = headers;
    const caller: Caller = {
      principal,
      via: "rest",
      requestId,
      language,
      idempotencyKey: method === "GET" ? undefined : headers["idempotency-key"],
      trace: traceOf(request),
      signal: () => request.signal,
      isCounted: pass !== undefined,
      isBrief: prefersMinimal(method, prefer) && !prefersStrict(prefer),
      body: pass,
    };
    const answer = headersOf(route, incoming);
    if (language !== USUAL_LANGUAGE) answer["content-language"] = language;
    if (ignored.length > 0) {
      answer["svc-warning"] = `ignored fields: ${shownNames(ignored)}`;
    }
    if (isKeeping(operation, input)) {
      const of = [services, operation, caller, input] as const;
      const form = formOf(route, language);
      return await writtenResponse(
        await callWritten(...of, form),
        answer,
        headers,
      );
    }
    const outcome = await callOrWait(services, operation, caller, input);
    const read: ReadPage = async (cursor) => {
      const page = { ...input, cursor, limit: LIMITS.pageMax };
      return await outputOf(services, operation, caller, page);
    };
    const rest = { answer, incoming, language, read };
    return await answered(services, route, { ...outcome, ...rest });
  };
  return async (incoming) => {
    try {
      // Before the body, which is not read for a caller who may not call, or not now.
      const principal =
        (route.isForServices && (await signedReader(services, incoming))) ||
        (await identify(operation, incoming));
      if (!plan.hasBody) return await serve(principal, incoming);
      countCall(services, operation, { principal, via: "rest" });
      const key = counterOf(principal) ?? addressOf(incoming.request) ?? "";
      return await services.bodies.run(key, (pass) =>
        serve(principal, incoming, pass),
      );
    } catch (error) {
      return problemResponse(services, error, incoming);
    }
  };
}

/** How the plain answer of a row is written. */
function formOf({ etag }: Route, language: Language): Format<unknown> {
  return {
    name: "json",
    write: (output) => ({
      texts: [jsonText(output as object)],
      ...(etag && { tag: etag(output, language) }),
    }),
  };
}

async function writtenResponse(
  written: WrittenAnswer,
  answer: Record<string, string>,
  headers: Incoming["headers"],
): Promise<Response> {
  const { texts, tag } = written;
  const { "if-none-match": noneMatch } = headers;
  const { "accept-encoding": encodings } = headers;
  if (tag !== undefined) {
    answer.etag = tag;
    if (noneMatch && isNoneMatch(noneMatch, tag)) {
      return new Response(null, { status: 304, headers: answer });
    }
  }
  return jsonResponse(texts.join(""), {
    coding: codingFor(encodings),
    init: { headers: answer },
    packed: packedOf(written),
  });
}

// The compressed form is cached as long as the answer.
const packs = new WeakMap<WrittenAnswer, Packed>();

function packedOf(written: WrittenAnswer): Packed {
  const known = packs.get(written) ?? new Map();
  packs.set(written, known);
  return known;
}

interface Answering extends Outcome<unknown> {
  readonly answer: Record<string, string>;
  readonly incoming: Incoming;
  readonly language: Language;
  readonly read: ReadPage;
}

async function answered(
  services: Services,
  route: Route,
  { output, replayed, answer, incoming, language, read }: Answering,
): Promise<Response> {
  const { headers } = incoming;
  if (route.etag) answer.etag = route.etag(output, language);
  if (route.headers) Object.assign(answer, route.headers(output, incoming));
  if (replayed) answer["idempotency-replayed"] = "true";
  const { prefer } = headers;
  const strict =
    prefersStrict(prefer) &&
    route.strict?.(output, prefersMinimal(route.method, prefer));
  if (strict) {
    const { "content-type": _json, ...kept } = answer;
    const headers = { ...kept, ...strict.headers };
    return problemResponse(services, strict.error, incoming, { headers });
  }
  const table =
    route.csv && csvResponse(route.csv, output, answer, incoming, read);
  return table ?? respond(route, output, answer, headers);
}

/** Authenticates the caller and checks that they may call the operation. */
export function identifierOf(
  services: Services,
  addressOf: ClientAddress,
): (operation: Operation, incoming: Incoming) => Promise<Principal> {
  return async (operation, { bearer, request, headers }) => {
    const { access, rate } = operation;
    if (access.who === "anyone") {
      const from = addressOf(request);
      const visiting = rate === "visit" ? visitor(from) : ANONYMOUS;
      if (!access.known || bearer === undefined) return visiting;
      const as = headers[ACT_AS_HEADER];
      const known = await authenticate(services, bearer, {
        from: () => from,
        as,
      });
      return isMember(known) ? known : visiting;
    }
    const principal = await authenticate(services, bearer, {
      from: () => addressOf(request),
      as: headers[ACT_AS_HEADER],
      takesLinks: true,
    });
    checkAccess(operation, principal);
    return principal;
  };
}

function headersOf(
  { cacheControl = "no-store" }: Route,
  { requestId }: Incoming,
): Record<string, string> {
  return {
    "content-type": "application/json",
    "cache-control": cacheControl,
    "x-request-id": requestId,
    "svc-version": SVC_VERSION,
  };
}

async function respond(
  route: Route,
  output: unknown,
  headers: Record<string, string>,
  asked: Incoming["headers"],
): Promise<Response> {
  const { "if-none-match": noneMatch, prefer } = asked;
  const tag = headers.etag;
  if (noneMatch && tag && route.method === "GET") {
    if (isNoneMatch(noneMatch, tag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  const own = route.respond?.(output, headers);
  if (own) return own;
  const status = route.statusOf?.(output) ?? route.statuses?.[0] ?? 200;
  let whole = output as object;
  if (prefersMinimal(route.method, prefer)) {
    whole = minimalOf(whole);
    headers["preference-applied"] = "return=minimal";
  }
  return await jsonResponse(jsonText(whole), {
    coding: codingFor(asked["accept-encoding"]),
    init: { status, headers },
  });
}
