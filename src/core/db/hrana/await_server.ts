import { LIMITS } from "../../base/limits.ts";
import type { TellSteps } from "../migrate.ts";

/**
 * Waits until the libSQL server of an address answers at all. Otherwise a supervisor would
 * restart the node a few times and then give up.
 */
export async function awaitServer(url: string, tell: TellSteps): Promise<void> {
  const begunAt = performance.now();
  let toldAt = Number.NEGATIVE_INFINITY;
  while (!(await answers(url))) {
    const now = performance.now();
    if (now - toldAt >= LIMITS.serverTellMs) {
      toldAt = now;
      const seconds = Math.round((now - begunAt) / 1_000);
      tell("database.awaited", { seconds });
    }
    await Bun.sleep(LIMITS.startWaitMs);
  }
}

/** A server that refuses a request is up; opening the database gives the reason. */
async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(httpOf(url), {
      signal: AbortSignal.timeout(LIMITS.readyWaitMs),
      redirect: "manual",
    });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** A server's address for requests. */
export function httpOf(url: string): string {
  const plain = url.replace(/^ws(s?):/, "http$1:");
  const isOpen = /[?&]tls=0\b/.test(plain);
  return plain.replace(/^libsql:/, isOpen ? "http:" : "https:");
}
