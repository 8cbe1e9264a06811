import type { Copied } from "./copy_file.ts";
import type { UpkeepOrder, UpkeepReply } from "./upkeep_worker.ts";

/** What is done to a whole database file beside its work, each job in a thread of its own. */
export class Upkeep {
  readonly #path: string;
  readonly #running = new Map<Worker, Promise<unknown>>();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Copies what the database is at one moment to a new file, which is on the disk then.
   * @throws Error; what was written by then is left to the caller.
   */
  async copyTo(to: string): Promise<Copied> {
    const reply = await this.#run({ kind: "copy", from: this.#path, to });
    if ("copied" in reply) return reply.copied;
    throw failed(reply);
  }

  /** What SQLite finds wrong with this file, or with a copy of it. */
  async integrity(path: string = this.#path): Promise<readonly string[]> {
    const reply = await this.#run({ kind: "integrity", path });
    if ("problems" in reply) return reply.problems;
    throw failed(reply);
  }

  /** Ends what runs, at the end of its slice: stopped within a read, the native package would end the process. */
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

/** No fault of the database, which goes on: of this job alone. */
function failed(reply: UpkeepReply): Error {
  return new Error(
    "failure" in reply
      ? reply.failure.message
      : "the answer is of another kind",
  );
}
