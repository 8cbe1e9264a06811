import type { BodyPass } from "../core/access/bodies.ts";
import { OPERATOR } from "../core/access/principal.ts";
import { parseJson } from "../core/access/read_json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { told } from "../core/base/words/sentence.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { HandedOver } from "../core/loops/take_mail.ts";
import { takeMail } from "../core/loops/take_mail.ts";
import { recordBounce } from "../core/operations/record_bounce.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";
import { readBody, readUtf8 } from "../http/read_text.ts";
import { requestInfoOf } from "../http/request_info.ts";
import type { AuthRoute, RouteContext } from "../pages/route.ts";
import { requireSecret } from "./operator_secret.ts";

const JSON_TYPE = /^application\/json *(;|$)/i;

/** The only caller here, whose bodies share their room. */
const RELAY = "relay";

type Take = (
  context: RouteContext,
  request: Request,
  body: {
    readonly requestId: string;
    readonly pass: BodyPass;
  },
) => Promise<unknown>;

/**
 * The relay's endpoints: it reports bounces as a raw mail or as JSON with `messageId` and
 * `kind`, and hands over answers by mail, if the service reads them. The secret gives the
 * operator's authority for these endpoints only. Without a secret the paths do not exist.
 */
export function bounceRoutes(
  context: RouteContext,
  secret: string | undefined,
): readonly AuthRoute[] {
  if (secret === undefined) return [];
  const all = [{ path: "/v1/mail/bounces", take: takeBounce }];
  if (context.services.settings.replyDomain !== null) {
    all.push({ path: "/v1/mail/inbound", take: takeAnswer });
  }
  return all.map((it) => relayRoute(context, secret, it));
}

/** Takes a mail to a reply address: raw, or as JSON with `message` and `recipient`. */
const takeAnswer: Take = async ({ services }, request, { pass }) => {
  const bytesMax = LIMITS.replyMailBytesMax;
  const bytes = Buffer.from(await readBody(request, { bytesMax, pass }));
  const handed = isJson(request)
    ? handedIn(parseJson(bytes.toString("utf8")))
    : { message: bytes.toString("latin1") };
  return await takeMail(services, handed);
};

/** @throws invalid_input */
function handedIn(body: unknown): HandedOver {
  const { message, recipient } = Object(body);
  if (typeof message !== "string") {
    throw new ServiceError("invalid_input", {
      detail: told`Cannot read the mail: send it raw, or as message in JSON.`,
    });
  }
  return {
    message: Buffer.from(message, "utf8").toString("latin1"),
    ...(typeof recipient === "string" && { recipient }),
  };
}

/** Takes the report of a mail that bounced. */
const takeBounce: Take = async ({ services }, request, { requestId, pass }) => {
  const bytesMax = LIMITS.bounceBytesMax;
  const text = await readUtf8(request, { bytesMax, pass });
  const output = await outputOf(
    services,
    recordBounce,
    { principal: OPERATOR, via: "rest", requestId },
    isJson(request) ? parseJson(text) : { message: text },
  );
  return output;
};

function isJson(request: Request): boolean {
  return JSON_TYPE.test(request.headers.get("content-type") ?? "");
}

/** A route for the relay: without the secret, nothing is read. */
function relayRoute(
  context: RouteContext,
  secret: string,
  { path, take }: { readonly path: string; readonly take: Take },
): AuthRoute {
  const handle = async (request: Request) => {
    const info = requestInfoOf(request);
    try {
      requireSecret(info, secret);
      const headers = { "cache-control": "no-store" };
      const said = await context.services.bodies.run(RELAY, async (pass) => {
        const { requestId } = info;
        const taken = await take(context, request, { requestId, pass });
        pass.accepted();
        return taken;
      });
      return Response.json(said, { headers });
    } catch (error) {
      return problemResponse(context.services, error, info);
    }
  };
  return { method: "POST", path, handle };
}
