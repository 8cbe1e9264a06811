import { timingSafeEqual } from "node:crypto";
import { rm } from "node:fs/promises";
import type { ChannelFile } from "../../packages/terminal/src/operator/channel.ts";
import {
  channelProof,
  findChannel,
  NONCE_HEADER,
  PROOF_HEADER,
} from "../../packages/terminal/src/operator/channel.ts";
import type { Caller } from "../core/access/context.ts";
import type { Operation } from "../core/access/operation.ts";
import { OPERATOR } from "../core/access/principal.ts";
import { parseOperatorJson } from "../core/access/read_json.ts";
import { sha256 } from "../core/base/digest.ts";
import { isObject } from "../core/base/json.ts";
import { LIMITS } from "../core/base/limits.ts";
import { FullDiskError, writeOwnFile } from "../core/base/own_file.ts";
import { ServiceError } from "../core/errors/errors.ts";
import type { HandedOver } from "../core/loops/take_mail.ts";
import { takeMail } from "../core/loops/take_mail.ts";
import { setDomainRule } from "../core/operations/set_domain_rule.ts";
import type { Services } from "../core/pipeline/call.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";

/** The operations on the channel, and the path of the file that describes it. */
export interface ChannelOptions {
  readonly operations: readonly Operation[];
  readonly path: string;
}

export interface OperatorChannel {
  /** Connects as `svc` does; rejects if that does not lead here. */
  prove(): Promise<void>;
  stop(): Promise<void>;
}

const TOKEN_BYTES = 32;

/** Where `svc mail in` sends a mail, whose file is not an operation's input. */
const MAIL_PATH = "/mail";

/** Lets `svc` on this machine run operator operations in the running service. */
export async function startOperatorChannel(
  services: Services,
  { operations, path }: ChannelOptions,
): Promise<OperatorChannel> {
  const token = services.randomBytes(TOKEN_BYTES).toHex();
  const served = operatorOperations(operations);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0, // A long verification is silent.
    maxRequestBodySize: LIMITS.operatorRequestBytesMax,
    fetch: (request) => {
      const nonce = request.headers.get(NONCE_HEADER);
      if (nonce !== null) return proofOf(token, nonce);
      return isOperator(request, token)
        ? answer(services, served, request)
        : new Response(null, { status: 401 });
    },
  });
  const { port } = server;
  if (port === undefined) throw new Error("Cannot open the operator channel");
  const word = { port, token };
  let isLeft = await leaveWord(path, word);
  return {
    async prove() {
      if (!isLeft) isLeft = await leaveWord(path, word);
      const found = await findChannel(path);
      if (found?.word.token === token) return;
      throw new Error(`Cannot be reached by svc: ${path} does not lead here`);
    },
    async stop() {
      await rm(path, { force: true });
      await server.stop();
    },
  };
}

/** False if the disk is full: the service continues without `svc` until there is room. */
async function leaveWord(path: string, word: ChannelFile): Promise<boolean> {
  try {
    await writeOwnFile(path, JSON.stringify(word));
    return true;
  } catch (error) {
    if (error instanceof FullDiskError) return false;
    throw error;
  }
}

/** Proves to `svc`, which has not sent the token, that the service has it. */
function proofOf(token: string, nonce: string): Response {
  const headers = { [PROOF_HEADER]: channelProof(token, nonce) };
  return new Response(null, { status: 204, headers });
}

/** Compares hashes of equal length in constant time. */
function isOperator(request: Request, token: string): boolean {
  const given = request.headers.get("authorization") ?? "";
  return timingSafeEqual(
    Buffer.from(sha256(given)),
    Buffer.from(sha256(`Bearer ${token}`)),
  );
}

async function answer(
  services: Services,
  served: ReadonlyMap<string, Operation>,
  request: Request,
): Promise<Response> {
  const requestId = `svc-${services.randomBytes(8).toHex()}`;
  try {
    if (new URL(request.url).pathname === MAIL_PATH) {
      const handed = (await request.json()) as HandedOver;
      return Response.json(await takeMail(services, handed));
    }
    const { operation, input } = readCall(served, await request.text());
    const caller = operatorCaller(requestId);
    const output = await outputOf(services, operation, caller, input);
    // No chain belongs to the service: the log has who shut a domain out, and when.
    if (operation.name === setDomainRule.name && isObject(input)) {
      services.log.info("domain.ruled", { ...input, by: "svc", requestId });
    }
    return Response.json({ output });
  } catch (error) {
    return problemResponse(services, error, { request, requestId });
  }
}

/** The operations that an operator may run, by name. */
export function operatorOperations(
  operations: readonly Operation[],
): ReadonlyMap<string, Operation> {
  return new Map(
    operations
      .filter(
        ({ access }) => access.who === "operator" || access.who === "owner",
      )
      .map((operation) => [operation.name, operation]),
  );
}

/** The caller of every operation that the operator runs at the terminal. */
export function operatorCaller(requestId: string): Caller {
  return { principal: OPERATOR, via: "cli", requestId };
}

function readCall(served: ReadonlyMap<string, Operation>, text: string) {
  const body = parseOperatorJson(text);
  const isCall =
    typeof body === "object" &&
    body !== null &&
    "operation" in body &&
    typeof body.operation === "string";
  const operation = isCall ? served.get(String(body.operation)) : undefined;
  if (!operation) throw new ServiceError("unknown_operator_call");
  return { operation, input: isCall && "input" in body ? body.input : {} };
}
