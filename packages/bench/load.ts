/** One request, as `fetch` takes it, without the server's address. */
export interface Sent {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests of one kind, by number, and what each answer must be. */
export interface Exchange {
  request(n: number): Sent;
  /** @throws if the answer to the nth request is wrong. */
  check(body: string, n: number): void;
  /** Words of a refusal that has a success status. */
  readonly refusals?: readonly string[];
}

/** Options of a load on a server. */
export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly durationMs: number;
  readonly requestsMax: number;
  /** Checks one answer in so many in full, the others by their status. */
  readonly checkEvery: number;
}

/** The outcome of a load. Counts only answers within the time, and the first one. */
export interface Measured {
  readonly requests: number;
  readonly errors: number;
  /** The first error, in the server's words. */
  readonly firstError: string | undefined;
  readonly perSecond: number;
  /** The average characters of a body. */
  readonly bytes: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * A closed loop: each connection asks, waits for the answer and asks again.
 * @throws if a checked answer is wrong, or a connection breaks.
 */
export async function runLoad(
  { request, check, refusals = [] }: Exchange,
  { port, connections, durationMs, requestsMax, checkEvery }: LoadOptions,
): Promise<Measured> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let [asked, answers, bytes, errors, doneAt] = [0, 0, 0, 0, startedAt];
  let firstError: string | undefined;
  const loop = async () => {
    while (asked < requestsMax) {
      const sentAt = performance.now();
      if (sentAt >= startedAt + durationMs) return;
      const n = asked++;
      const { path, ...init } = request(n);
      const answer = await fetch(`http://localhost:${port}${path}`, init);
      const body = await answer.text();
      const now = performance.now();
      answers += 1;
      bytes += body.length;
      if (!answer.ok || refusals.some((words) => body.includes(words))) {
        errors += 1;
        firstError ??= `${answer.status} ${body.slice(0, 300)}`;
      } else if (n % checkEvery === 0) check(body, n);
      // A server slower than the round also has a rate: that of its first answer.
      if (now > startedAt + durationMs && latencies.length > 0) return;
      doneAt = now;
      latencies.push(now - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  const seconds = (doneAt - startedAt) / 1_000;
  const sorted = latencies.toSorted((a, b) => a - b);
  return {
    requests: sorted.length,
    errors,
    firstError,
    perSecond: seconds > 0 ? sorted.length / seconds : 0,
    bytes: answers > 0 ? bytes / answers : 0,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
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

/** Nearest rank; 0 for an empty list. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
