/** Pauses before each further try; the last one also applies to all later ones. */
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];

/** The longest pause that a header can ask for. */
const RETRY_AFTER_MAX_MS = 60_000;

/** The pause before a try: what the answer asks for, otherwise longer each time. */
export function pauseMs(failures: number, response?: Response): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
  if (asked >= 0) return Math.min(asked * 1_000, RETRY_AFTER_MAX_MS);
  const usual = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0;
  // Up to a quarter more at random, so that clients do not all come back at once.
  return usual * (1 + Math.random() / 4);
}

/** Waits until the time is over, `signal` aborts, or a browser is online again. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      globalThis.removeEventListener?.("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (signal?.aborted) done();
    signal?.addEventListener("abort", done);
    globalThis.addEventListener?.("online", done);
  });
}
