import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { runLoad } from "../load.ts";
import { getRequest, REST } from "../wires.ts";
import { at } from "../world.ts";
import type { Filled } from "./fill.ts";

/** A file with what is in it, and the service on it. */
export interface Scaled {
  readonly filled: Filled;
  readonly server: ServerProcess;
  /** From the start of the process until it was ready. */
  readonly startMs: number;
}

/** One thing that is asked, and what it took at each size. */
export interface Cost {
  readonly name: string;
  /** The least median of the rounds, by size. */
  readonly ms: readonly number[];
  /** The largest file's by the smallest one's. */
  readonly ratio: number;
}

const ROUNDS = 5;
const REQUESTS = 40;
const STARTS = 3;
const VIEWS = ["inbox", "sent", "drafts", "archive", "needs_you", "payments"];
const V1 = "/v1/conversations";
const SETTINGS = { RATE_LIMITS: "off", ADDRESS_DOMAIN: "inbox.localhost" };

/** Starts the service on a file a few times, and leaves it running. */
export async function startOn(
  databaseUrl: string,
  filled: Filled,
): Promise<Scaled> {
  const start = async () => {
    const env = { ...SETTINGS, DATABASE_URL: databaseUrl };
    const before = performance.now();
    const server = await startProcess({ script: "src/main.ts", env });
    return { server, startMs: performance.now() - before };
  };
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 1; count < STARTS; count++) {
    const { server, startMs } = await start();
    fastest = Math.min(fastest, startMs);
    await server[Symbol.asyncDispose]();
  }
  const { server, startMs } = await start();
  return { filled, server, startMs: Math.min(fastest, startMs) };
}

type Request = (filled: Filled, n: number) => string;

const get =
  (query: string): Request =>
  ({ token }) =>
    getRequest(`${V1}${query}`, token);

/** A cursor in the middle of everything, as the service makes them. */
function deep(view: string): Request {
  return ({ token, middle }) => {
    const cursor = Buffer.from(`${middle}.cnv_`).toString("base64url");
    const path = `${V1}?view=${view}&fields=summary&cursor=${cursor}`;
    return getRequest(path, token);
  };
}

const append =
  (conversationOf: (filled: Filled, n: number) => string): Request =>
  (filled, n) =>
    REST.append({
      token: filled.token,
      conversationId: conversationOf(filled, n),
      text: "one more",
      n,
    });

const ASKED: Readonly<Record<string, Request>> = {
  ...Object.fromEntries(
    VIEWS.map((view) => [`list ${view}`, get(`?view=${view}&fields=summary`)]),
  ),
  "list everything": get("?fields=summary"),
  "list inbox, whole": get("?view=inbox"),
  "a deep page of the inbox": deep("inbox"),
  "search, one hit": get("?q=number20&fields=summary"),
  "search, every message": get("?q=request&fields=summary"),
  "search, no hit": get("?q=zebra&fields=summary"),
  counts: get("/counts"),
  read: (filled, n) => getRequest(`${V1}/${at(filled.some, n)}`, filled.token),
  append: append(({ some }, n) => at(some, n)),
  "read of the long thread": ({ token, long }) =>
    getRequest(`${V1}/${long}`, token),
  "append to the long thread": append(({ long }) => long),
};

/** Measures one thing after another, each by turns on every file. */
export async function measureScales(
  scaled: readonly Scaled[],
  log: (line: string) => void,
): Promise<readonly Cost[]> {
  const costs = [
    costOf(
      "start",
      scaled.map(({ startMs }) => startMs),
    ),
  ];
  for (const [name, request] of Object.entries(ASKED)) {
    log(name);
    costs.push(costOf(name, await medians(scaled, request)));
  }
  return costs;
}

async function medians(
  scaled: readonly Scaled[],
  request: Request,
): Promise<readonly number[]> {
  const least = scaled.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, { filled, server }] of scaled.entries()) {
      const { p50Ms, errors, firstError } = await runLoad(
        {
          request: (n) => request(filled, round * REQUESTS + n),
          check() {},
        },
        {
          port: server.port,
          connections: 1,
          durationMs: Number.POSITIVE_INFINITY,
          requestsMax: REQUESTS,
          checkEvery: 1,
        },
      );
      if (errors > 0) throw new Error(`Refused: ${firstError}`);
      least[index] = Math.min(least[index] ?? p50Ms, p50Ms);
    }
  }
  return least;
}

function costOf(name: string, ms: readonly number[]): Cost {
  return { name, ms, ratio: (ms.at(-1) ?? 0) / (ms[0] ?? 1) };
}
