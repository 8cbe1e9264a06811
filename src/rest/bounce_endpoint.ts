import { OPERATOR } from "../core/access/principal.ts";
import { parseJson } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { HandedOver } from "../core/loops/take_mail.ts";
import { takeMail } from "../core/loops/take_mail.ts";
import { recordBounce } from "../core/operations/record_bounce.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";
import { readBody, readUtf8 } from "../http/read_text.ts";
import { requestInfoOf } from "../http/request_info.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { requireSecret } from "./operator_secret.ts";

const JSON_TYPE = /^application\/json *(;|$)/i;

/**
 * Where the relay reports what came back: a raw mail, or as JSON `messageId` and
 * `kind`; and where it hands over answers by mail, if the service reads them. Whoever knows the secret speaks for the operator, in this alone. Without
 * a secret there is no such path.
 */
export function bounceRoutes(
  info: RouteContext,
  secret: string | undefined,
): readonly AuthRoute[] {
  if (secret === undefined) return [];
  const handle = (request: Request) => take(info, secret, request);
  const bounces: AuthRoute = {
    method: "POST",
    path: "/v1/mail/bounces",
    handle,
  };
  if (info.services.settings.replyDomain === null) return [bounces];
  return [
    bounces,
    {
      method: "POST",
      path: "/v1/mail/inbound",
      handle: (request) => takeAnswer(info, secret, request),
    },
  ];
}

/** A mail to a reply address: raw, or as JSON `message` and `recipient`. */
async function takeAnswer(
  { services }: RouteContext,
  secret: string,
  request: Request,
): Promise<Response> {
  const info = requestInfoOf(request);
  try {
    requireSecret(info, secret);
    const bytes = Buffer.from(
      await readBody(request, LIMITS.replyMailBytesMax),
    );
    const isJson = JSON_TYPE.test(request.headers.get("content-type") ?? "");
    const handed = isJson
      ? handedIn(parseJson(bytes.toString("utf8")))
      : { message: bytes.toString("latin1") };
    const headers = { "cache-control": "no-store" };
    return Response.json(await takeMail(services, handed), { headers });
  } catch (error) {
    return problemResponse(services, error, info);
  }
}

/** @throws invalid_input */
function handedIn(body: unknown): HandedOver {
  const { message, recipient } = Object(body);
  if (typeof message !== "string") {
    throw new ServiceError("invalid_input", {
      detail: "Cannot read the mail: send it raw, or as message in JSON.",
    });
  }
  return {
    message: Buffer.from(message, "utf8").toString("latin1"),
    ...(typeof recipient === "string" && { recipient }),
  };
}

async function take(
  { services }: RouteContext,
  secret: string,
  request: Request,
): Promise<Response> {
  const info = requestInfoOf(request);
  try {
    requireSecret(info, secret);
    const text = await readUtf8(request, LIMITS.bounceBytesMax);
    const isJson = JSON_TYPE.test(request.headers.get("content-type") ?? "");
    const { output } = await callOperation(
      services,
      recordBounce,
      { principal: OPERATOR, via: "rest", requestId: info.requestId },
      isJson ? parseJson(text) : { message: text },
    );
    const headers = { "cache-control": "no-store" };
    return Response.json(output, { headers });
  } catch (error) {
    return problemResponse(services, error, info);
  }
}
