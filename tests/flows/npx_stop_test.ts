import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, ROOT } from "../../scripts/server_process.ts";
import { needing } from "../needing.ts";

/** The README's command, word for word. */
async function startCommand(): Promise<string> {
  const readme = await Bun.file(join(ROOT, "README.md")).text();
  const [, command = ""] = /^ {4}(npx .* run start)$/m.exec(readme) ?? [];
  return command;
}

needing("npx", "sh")(
  "SIGTERM to the README's start command stops the service, which lets go of its database",
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "inbox-npx-"));
    const port = freePort();
    const child = Bun.spawn((await startCommand()).split(" "), {
      cwd: ROOT,
      env: {
        ...Bun.env,
        PORT: `${port}`,
        DATABASE_URL: `file:${directory}/inbox.db`,
      },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    let said = "";
    for await (const chunk of child.stdout.pipeThrough(
      new TextDecoderStream(),
    )) {
      said += chunk;
      // The signal goes to the outermost process alone; its pipe ends with the last one.
      if (said.includes("Give the token") && !child.killed) {
        expect(existsSync(`${directory}/inbox.db-operator.json`)).toBeTrue();
        child.kill("SIGTERM");
      }
    }
    expect(child.killed).toBeTrue();
    await expect(fetch(`http://localhost:${port}/healthz`)).rejects.toThrow();
    // A process that is killed leaves behind how to reach it.
    expect(existsSync(`${directory}/inbox.db-operator.json`)).toBeFalse();
    await rm(directory, { recursive: true });
  },
  60_000,
);
