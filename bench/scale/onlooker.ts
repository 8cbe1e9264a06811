import type { ServerProcess } from "../../scripts/server_process.ts";
import { Connection } from "../connection.ts";
import { percentile } from "../load.ts";
import { REST } from "../wires.ts";
import type { Filled } from "./fill.ts";

/** Between two of its requests, so that it watches and is no load itself. */
const PAUSE_MS = 2;

/** Another account, which reads a conversation of its own while something goes on. */
export class Onlooker {
  readonly #server: ServerProcess;
  readonly #request: string;
  #times = 0;

  constructor(server: ServerProcess, own: Filled["other"]) {
    this.#server = server;
    this.#request = REST.read(own);
  }

  /** @param work Gives its own time */
  async watch(work: () => Promise<number>) {
    const connection = await Connection.open(this.#server.port);
    const waits: number[] = [];
    let isOn = true;
    const look = async () => {
      while (isOn) {
        const from = performance.now();
        const { status } = await connection.ask(this.#request);
        waits.push(performance.now() - from);
        if (status !== 200) throw new Error(`Somebody else was told ${status}`);
        await Bun.sleep(PAUSE_MS);
      }
    };
    try {
      await this.#longestTurn();
      const looking = look();
      const p50Ms = await work().finally(() => {
        isOn = false;
      });
      await looking;
      const turnMs = await this.#longestTurn();
      const otherP99Ms = percentile(Float64Array.from(waits).sort(), 0.99);
      return { p50Ms, otherP99Ms, turnMs };
    } finally {
      connection.close();
    }
  }

  /** Since it was last asked. */
  async #longestTurn(): Promise<number> {
    const { pid } = this.#server;
    process.kill(pid, "SIGUSR2");
    const said = new RegExp(`longest turn ${++this.#times} of (\\S+) ms`);
    return Number((await this.#server.shown(said))[1]);
  }
}
