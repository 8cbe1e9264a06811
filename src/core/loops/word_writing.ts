import { LIMITS } from "../base/limits.ts";
import { Loop } from "../base/loop.ts";
import { breathe } from "../base/pace.ts";
import { wordIndex } from "../conversations/acts/store/words/word_index.ts";
import type { Services } from "../pipeline/call.ts";

type Stop = Pick<AbortSignal, "aborted">;

/** Indexes the words of everything committed, some at a time. */
export async function writeWords(
  { db }: Pick<Services, "db">,
  signal: Stop = { aborted: false },
): Promise<void> {
  while (!signal.aborted) {
    const { hasMore } = await wordIndex(db).pass();
    if (!hasMore) return;
    await breathe();
  }
}

/** Checks every second whether words must be indexed; a search does not wait for it. */
export function wordWriting(services: Services): Loop {
  return new Loop({
    everyMs: LIMITS.wordsPassMs,
    pass: (signal) => writeWords(services, signal),
    failed: (error) => services.log.error("words.failed", error),
  });
}
