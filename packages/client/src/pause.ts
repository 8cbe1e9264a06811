/** How long to wait before each further try; the last one counts for all after it. */
const BACKOFF_MS = [500, 1_000, 2_000, 5_000, 10_000];

/** The longest wait for which a header can ask. */
const RETRY_AFTER_MAX_MS = 60_000;

/** The pause before a try: what the answer asks for, else longer each time. */
export function pauseMs(failures: number, response?: Response): number {
  const asked = Number(response?.headers.get("retry-after") ?? Number.NaN);
  if (asked >= 0) return Math.min(asked * 1_000, RETRY_AFTER_MAX_MS);
  const usual = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0;
  // Up to a quarter more by chance, so that clients do not come back all at once.
  return usual * (1 + Math.random() / 4);
}

/** Waits, at most until `signal` ends it or a browser says that it is online again. */
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
