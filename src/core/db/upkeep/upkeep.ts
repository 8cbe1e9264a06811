import { setTimeout } from "node:timers/promises";
import type { PageCheck } from "../../../../packages/database-file/src/page_watch.ts";
import { LIMITS } from "../../base/limits.ts";
import type { Copied } from "./copy_file.ts";
import type { UpkeepOrder, UpkeepReply } from "./upkeep_worker.ts";

/** The writer of the file, whose turns checks and the emptying of the log use. */
interface FileWriter {
  /** Checks some pages from one on. */
  look(from: number, isAccepted: boolean): Promise<PageCheck>;
  emptyLog(): Promise<boolean>;
}

/** Jobs on a whole database file during its use, each in its own thread. */
export class Upkeep {
  readonly #path: string;
  readonly #writer: FileWriter;
  readonly #running = new Map<Worker, Promise<unknown>>();

  constructor(path: string, writer: FileWriter) {
    this.#path = path;
    this.#writer = writer;
  }

  /**
   * Moves the log into the file and truncates it, so that no older page is left in it. False
   * if a reader or another program still needs it.
   */
  emptyLog(): Promise<boolean> {
    return this.#writer.emptyLog();
  }

  /**
   * Numbers of the pages that differ from what was written, in turns between which others
   * write.
   * @param isAccepted True accepts all pages as they are, from now on.
   */
  async wrongPages(isAccepted = false): Promise<readonly number[]> {
    const found: number[] = [];
    for (let from: number | null = 1; from !== null; ) {
      const { next, wrong } = await this.#writer.look(from, isAccepted);
      found.push(...wrong);
      if (found.length >= LIMITS.auditFaultsMax) break;
      from = next;
      if (next !== null) await setTimeout(LIMITS.pageRestMs);
    }
    return found;
  }

  /**
   * Copies the database as of one moment to a new file, which is then on the disk.
   * @throws Error; the caller handles what was written by then.
   */
  async copyTo(to: string): Promise<Copied> {
    const reply = await this.#run({ kind: "copy", from: this.#path, to });
    if ("copied" in reply) return reply.copied;
    throw failed(reply);
  }

  /** Problems that SQLite finds in this file, or in a copy of it. */
  async integrity(path: string = this.#path): Promise<readonly string[]> {
    const reply = await this.#run({ kind: "integrity", path });
    if ("problems" in reply) return reply.problems;
    throw failed(reply);
  }

  /**
   * Ends running jobs at the end of their slice: ending one within a read would make the
   * native package end the process.
   */
  async finish(): Promise<void> {
    for (const worker of this.#running.keys()) {
      worker.postMessage("stop" satisfies UpkeepOrder);
    }
    await Promise.allSettled(this.#running.values());
  }

  #run(order: UpkeepOrder): Promise<UpkeepReply> {
    const worker = new Worker(new URL("./upkeep_worker.ts", import.meta.url));
    const reply = new Promise<UpkeepReply>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<UpkeepReply>) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
    }).finally(() => {
      this.#running.delete(worker);
      worker.terminate();
    });
    this.#running.set(worker, reply);
    worker.postMessage(order);
    return reply;
  }
}

/** A failure of this job alone, not of the database. */
function failed(reply: UpkeepReply): Error {
  return new Error(
    "failure" in reply
      ? reply.failure.message
      : "the answer is of another kind",
  );
}
