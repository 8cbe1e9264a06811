import { expect } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { needing } from "../needing.ts";
import { commandsOf, Terminal } from "./readme_terminal.ts";

/** How long the other inbox is looked into, one look after the other. */
const WAIT_MS = 20_000;

needing("curl")(
  "the README's second story: a question goes from one installation to another",
  async () => {
    const commands = [...(await commandsOf("Two installations"))];
    const starts = commands.splice(0, 4);
    const ports = new Map([
      [3001, freePort()],
      [3002, freePort()],
    ]);
    const written = starts
      .join("\n")
      .replace(/localhost:(300\d)/g, (_: string, it: string) => {
        return `localhost:${ports.get(Number(it))}`;
      });
    const shared: Record<string, string> = Object.fromEntries(
      [...written.matchAll(/\b(FEDERATION\w*|ALLOW\w+)=(\S+)/g)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );
    // A terminal finds the running services by notes in this folder.
    const notes = await mkdtemp(join(tmpdir(), "inbox-notes-"));
    await using stack = new AsyncDisposableStack();
    stack.defer(() => rm(notes, { recursive: true }));
    shared.XDG_RUNTIME_DIR = notes;
    const begin = async (nth: number) => {
      const line = starts.at(nth) ?? "";
      const [, port, domain] =
        /^PORT=(\d+) ADDRESS_DOMAIN=(\S+)/.exec(line) ?? [];
      return await startProcess({
        script: await startedScript(),
        env: {
          ...shared,
          ADDRESS_DOMAIN: domain ?? "",
          PORT: `${ports.get(Number(port))}`,
        },
      });
    };
    await using _a = await begin(2);
    await using _b = await begin(3);
    const terminal = new Terminal(shared, ports);
    const look = commands.pop() ?? "";
    for (const command of commands) await terminal.type(command);
    let seen = "";
    const end = performance.now() + WAIT_MS;
    while (!seen.includes("hear me") && performance.now() < end) {
      seen = await terminal.type(look);
    }
    expect(seen).toContain("alice@a.example");
    expect(seen).toContain("Do you hear me?");
  },
  60_000,
);
