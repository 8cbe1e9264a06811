import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The program to run, and its options. */
export interface ProcessOptions {
  /**
   * From the root of the repository, or an absolute path; without one the runtime is the
   * program.
   */
  readonly script?: string;
  /** The program that runs the script: Bun unless another is named. */
  readonly runtime?: string;
  /** For Bun itself, such as `--cpu-prof`. */
  readonly flags?: readonly string[];
  /** Settings beside PORT and DATABASE_URL. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A server in its own process, with its own port and database. */
export interface ServerProcess extends AsyncDisposable {
  readonly pid: number;
  readonly port: number;
  readonly baseUrl: string;
  /** All its settings; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Waits until its terminal shows this, and returns the match. */
  shown(pattern: RegExp): Promise<RegExpExecArray>;
  /** The errors on standard error, without notices. */
  complaints(): string;
  /** Asks it to stop; returns its exit code. */
  stop(): Promise<number>;
}

/** Root of the repository. */
export const ROOT: string = join(import.meta.dir, "..");

const ATTEMPTS_MAX = 5;
/** The line that every server prints once it listens. */
const READY = /is ready/;

/**
 * Starts a server and waits until it is ready.
 * @throws with its own words if it does not start.
 */
export async function startProcess(
  options: ProcessOptions,
): Promise<ServerProcess> {
  const directory = await mkdtemp(join(tmpdir(), "inbox-"));
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce(options, directory);
    } catch (error) {
      // Another process may take a port that was free a moment ago.
      const isTaken = String(error).includes("is in use");
      if (isTaken && attempt < ATTEMPTS_MAX) continue;
      await rm(directory, { recursive: true });
      throw error;
    }
  }
}

async function startOnce(
  { script, runtime = process.execPath, flags = [], env: more }: ProcessOptions,
  directory: string,
): Promise<ServerProcess> {
  const port = Number(more?.PORT ?? freePort());
  const database = join(directory, "inbox.db");
  const env = { PORT: `${port}`, DATABASE_URL: `file:${database}`, ...more };
  const program = script === undefined ? [] : [resolve(ROOT, script)];
  const child = Bun.spawn([runtime, ...flags, ...program], {
    env,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = new Lines(child.stderr);
  const output = new Lines(child.stdout);
  await Promise.race([output.match(READY), child.exited]);
  if (child.exitCode !== null) {
    await errors.ended;
    throw new Error(errors.text.trim() || `Cannot start ${script ?? runtime}`);
  }
  const stop = () => {
    child.kill("SIGTERM");
    return child.exited;
  };
  return {
    pid: child.pid,
    port,
    baseUrl: `http://localhost:${port}`,
    env,
    shown: (pattern) => output.match(pattern),
    complaints: () => complaintsIn(errors.text),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(directory, { recursive: true });
    },
  };
}

/** A free port of this machine. */
export function freePort(): number {
  const socket = Bun.listen({
    hostname: "localhost",
    port: 0,
    socket: { data() {} },
  });
  socket.stop(true);
  return socket.port;
}

/** Reads a pipe to its end, so that the process at the other end never waits. */
class Lines {
  text = "";
  readonly ended: Promise<void>;
  readonly #waiting = new Set<() => void>();

  constructor(pipe: ReadableStream<Uint8Array>) {
    this.ended = this.#read(pipe);
  }

  match(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = () => {
        const found = pattern.exec(this.text);
        if (!found) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  async #read(pipe: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of pipe) {
      this.text += decoder.decode(chunk, { stream: true });
      for (const look of this.#waiting) look();
    }
  }
}

/** Lines of a log above level info: one late loop is no complaint. */
export function complaintsIn(log: string): string {
  return log
    .split("\n")
    .filter((line) => !line.includes('"level":"info"'))
    .join("\n");
}
