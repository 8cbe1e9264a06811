import { expect } from "bun:test";
import { startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { needing } from "../needing.ts";
import { commandsOf, PLACEHOLDER, said, Terminal } from "./readme_terminal.ts";

needing("curl")(
  "the README's story ends well as it is written, also with a price above the limit",
  async () => {
    await using service = await startProcess({
      script: await startedScript(),
    });
    const [start, ...commands] = await commandsOf("Start");
    expect(start).toMatch(/run start$/);
    // The second terminal needs nothing that the first did not: tokens and ids alone.
    const set = commands.filter((it) => /^\w+=|export /.test(it));
    expect(set.filter((it) => !PLACEHOLDER.test(it))).toEqual([]);
    // Their own test runs them.
    const stories = commands.splice(-2);
    expect(stories.map((it) => it.split(" run ")[1])).toEqual([
      "demo",
      "demo --usdc",
    ]);
    const terminal = new Terminal(service.env, new Map([[3000, service.port]]));
    const heard: string[] = [];
    for (const command of commands) {
      const word = said(await terminal.type(command));
      if (word !== undefined) heard.push(word);
    }
    expect(heard).toEqual([
      "an id",
      "working, held",
      "completed, released",
      "an id",
      "It is now submitted",
      "working, held",
      "completed, released",
    ]);
  },
  60_000,
);
