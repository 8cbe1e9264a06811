import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { verifyAll } from "../src/core/loops/upkeep_tasks.ts";
import { addArtifact } from "../src/core/operations/add_artifact.ts";
import { makeBackup } from "../src/core/operations/make_backup.ts";
import { sendMessage } from "../src/core/operations/send_message.ts";
import type { Stage } from "../tests/core/core_harness.ts";
import { send, startStage } from "../tests/core/core_harness.ts";
import type { Lateness } from "./lateness.ts";
import { latenessOf, latenessText } from "./lateness.ts";
import { at } from "./world.ts";

/** What is stored first, and what is written all the while. */
export interface UpkeepOptions {
  readonly files: number;
  readonly fileBytes: number;
  readonly conversations: number;
  /** Messages that are begun in a second, whether earlier ones are answered or not. */
  readonly perSecond: number;
  /** How long they go on by themselves to warm up, and again before anything else runs. */
  readonly aloneMs: number;
}

export const STEADY: UpkeepOptions = {
  files: 16,
  fileBytes: 16 * 1024 ** 2,
  conversations: 200,
  perSecond: 100,
  aloneMs: 6_000,
};

/** How writes went while something ran. */
export interface Meanwhile {
  readonly tookMs: number;
  /** From when a message was due until it was on the disk. */
  readonly writes: Lateness;
  /**
   * The most processor time that the event loop spent on one turn, in milliseconds: what
   * else the machine does is not in it.
   */
  readonly longestTurnMs: number;
}

/** Writes by themselves, beside a backup, and beside a verification of everything. */
export interface UpkeepReport {
  readonly perSecond: number;
  readonly bytes: number;
  readonly alone: Meanwhile;
  readonly backup: Meanwhile;
  readonly verify: Meanwhile;
}

/** The report for a person. */
export function upkeepTable({
  perSecond,
  bytes,
  ...phases
}: UpkeepReport): string {
  const { alone, backup, verify } = phases;
  const shown = { "by themselves": alone, backup, verification: verify };
  return [
    `${perSecond} messages a second on ${(bytes / 1e6).toFixed(0)} MB`,
    ...Object.entries(shown).map(
      ([name, { tookMs, writes, longestTurnMs }]) =>
        `${name.padEnd(13)} ${(tookMs / 1_000).toFixed(1)} s, ${latenessText(writes, 50)}, longest turn ${longestTurnMs.toFixed(1)} ms`,
    ),
  ].join("\n");
}

/** @throws if a write is refused, the backup fails, or something is found wrong */
export async function measureUpkeep(
  { files, fileBytes, conversations, perSecond, aloneMs }: UpkeepOptions,
  log: (line: string) => void = () => {},
): Promise<UpkeepReport> {
  if (!(perSecond > 0)) throw new RangeError("A rate is more than 0 a second");
  const folder = await mkdtemp(join(tmpdir(), "inbox-upkeep-"));
  try {
    const DATABASE_URL = `file:${join(folder, "inbox.db")}`;
    await using stage = await startStage({ DATABASE_URL });
    log("Filling the file");
    const threads = await filled(stage, { files, fileBytes, conversations });
    const during = (work: () => Promise<unknown>) =>
      meanwhile(stage, threads, perSecond, work);
    log("Writes by themselves");
    const byThemselves = () => during(() => Bun.sleep(aloneMs));
    // The code of a write is compiled meanwhile, which is none of what it waits for.
    await byThemselves();
    const alone = await byThemselves();
    log("Beside a backup");
    const file = join(folder, "backup");
    const backup = await during(() =>
      stage.run(makeBackup, { file, keys: null }),
    );
    log("Beside a verification");
    const verify = await during(async () => {
      const { ok, problems } = await verifyAll(stage.run);
      if (!ok) throw new Error(problems.join("\n"));
    });
    return { perSecond, bytes: Bun.file(file).size, alone, backup, verify };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function filled(
  { alice, bob }: Stage,
  {
    files,
    fileBytes,
    conversations,
  }: Pick<UpkeepOptions, "files" | "fileBytes" | "conversations">,
): Promise<readonly string[]> {
  const threads: string[] = [];
  for (let n = 0; n < conversations; n++) {
    threads.push(await send(alice, { to: bob.address }));
  }
  const rest = "AAAA".repeat(Math.ceil(fileBytes / 3));
  for (let n = 0; n < files; n++) {
    await alice.run(addArtifact, {
      conversationId: at(threads, n),
      name: `${n}.bin`,
      mimeType: "application/octet-stream",
      bytes: `${String(n).padStart(4, "0")}${rest}`,
    });
  }
  return threads;
}

const TICK_MS = 5;
/** Beyond it the figures would only tell how long the bench went on. */
const WAITING_MAX = 1_000;

/** Writes steadily until some work is done. */
async function meanwhile(
  { alice }: Stage,
  threads: readonly string[],
  perSecond: number,
  work: () => Promise<unknown>,
): Promise<Meanwhile> {
  const startedAt = performance.now();
  const late: number[] = [];
  const writes: Promise<void>[] = [];
  let isOver = false;
  const write = async (n: number) => {
    const dueAt = startedAt + (n * 1_000) / perSecond;
    await alice.run(sendMessage, {
      conversationId: at(threads, n),
      text: `message ${n}`,
    });
    late.push(performance.now() - dueAt);
  };
  const steady = async () => {
    while (!isOver) {
      const due = ((performance.now() - startedAt) * perSecond) / 1_000;
      while (writes.length < due) writes.push(write(writes.length));
      if (writes.length - late.length > WAITING_MAX) {
        throw new Error(`${perSecond} messages a second are too many here`);
      }
      await Bun.sleep(TICK_MS);
    }
  };
  let longestTurnMs = 0;
  const watch = async () => {
    for (let before = process.threadCpuUsage(); !isOver; ) {
      await setImmediate();
      const { user, system } = process.threadCpuUsage(before);
      longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
      before = process.threadCpuUsage();
    }
  };
  let tookMs = 0;
  const over = () => {
    isOver = true;
    tookMs ||= performance.now() - startedAt;
  };
  const running = [work().finally(over), steady().finally(over), watch()];
  // Nothing is under way any more when the file is closed, also if something fails.
  await Promise.allSettled(running);
  await Promise.allSettled(writes);
  await Promise.all([...running, ...writes]);
  return { tookMs, writes: latenessOf(late), longestTurnMs };
}
