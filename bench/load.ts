import type { Answer } from "./answer_reader.ts";
import { Connection } from "./connection.ts";

/** Requests of one kind: the bytes of the nth, and what its answer must be. */
export interface Exchange {
  request(n: number): string;
  /** @throws if the answer to the nth request is wrong. */
  check(body: string, n: number): void;
  /** What only a refusal says that comes with a status of success. */
  readonly refusals?: readonly string[];
}

/** How a load is put on a server. */
export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly requestsMax: number;
  /** One answer in so many is checked in full, the others by their status. */
  readonly checkEvery: number;
}

/** What a load came to. Only answers within the time count, and the first one. */
export interface Measured {
  readonly requests: number;
  readonly errors: number;
  /** The first error, in the server's words. */
  readonly firstError: string | undefined;
  readonly perSecond: number;
  /** Bytes of a body, on average. */
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * A closed loop: each connection asks, waits for the answer and asks again.
 * @throws if a checked answer is wrong, or a connection breaks.
 */
export async function runLoad(
  exchange: Exchange,
  options: LoadOptions,
): Promise<Measured> {
  const { port, durationMs, requestsMax } = options;
  const connections = await Promise.all(
    Array.from({ length: options.connections }, () => Connection.open(port)),
  );
  const tally = new Tally(exchange, options.checkEvery);
  const startedAt = performance.now();
  const deadline = startedAt + durationMs;
  let asked = 0;
  let doneAt = startedAt;
  async function loop(connection: Connection): Promise<void> {
    while (asked < requestsMax) {
      const sentAt = performance.now();
      if (sentAt >= deadline) return;
      const n = asked++;
      const answer = await connection.ask(exchange.request(n));
      const now = performance.now();
      tally.check(answer, n);
      // A server slower than the round has a rate, too: that of its first answer.
      if (now > deadline && tally.latencies.length > 0) return;
      doneAt = now;
      tally.latencies.push(now - sentAt);
    }
  }
  try {
    await Promise.all(connections.map(loop));
  } finally {
    for (const connection of connections) connection.close();
  }
  return tally.measured((doneAt - startedAt) / 1000);
}

/** Asks for a fixed number of answers, and checks every one in full. */
export async function runAll(
  exchange: Exchange,
  options: Pick<LoadOptions, "port" | "connections" | "requestsMax">,
): Promise<void> {
  const { errors, firstError } = await runLoad(exchange, {
    ...options,
    durationMs: Number.POSITIVE_INFINITY,
    checkEvery: 1,
  });
  if (errors > 0) throw new Error(`Cannot prepare the data: ${firstError}`);
}

class Tally {
  readonly latencies: number[] = [];
  readonly #exchange: Exchange;
  readonly #checkEvery: number;
  #answers = 0;
  #bytes = 0;
  #errors = 0;
  #firstError: string | undefined;

  constructor(exchange: Exchange, checkEvery: number) {
    this.#exchange = exchange;
    this.#checkEvery = checkEvery;
  }

  check({ status, body }: Answer, n: number): void {
    const { refusals = [], check } = this.#exchange;
    this.#answers += 1;
    this.#bytes += body.length;
    const isRefused = refusals.some((words) => body.includes(words));
    if (status < 200 || status > 299 || isRefused) {
      this.#errors += 1;
      this.#firstError ??= `${status} ${body.toString().slice(0, 300)}`;
    } else if (n % this.#checkEvery === 0) {
      check(body.toString(), n);
    }
  }

  measured(seconds: number): Measured {
    const sorted = Float64Array.from(this.latencies).sort();
    return {
      requests: sorted.length,
      errors: this.#errors,
      firstError: this.#firstError,
      perSecond: seconds > 0 ? sorted.length / seconds : 0,
      bytes: this.#answers > 0 ? this.#bytes / this.#answers : 0,
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
    };
  }
}

/** Nearest rank; 0 of nothing. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
