import { afterAll, beforeAll } from "bun:test";

/**
 * One service for all tests of a file or a group, for a start is most of what a short test
 * costs. For tests that only read, are refused, or make accounts and threads of their own.
 * @returns What was started, once the first test runs.
 */
export function shared<T extends AsyncDisposable>(
  start: () => Promise<T>,
): () => T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  }, 30_000);
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!started) throw new Error("Cannot share it: no test runs yet");
    return started;
  };
}
