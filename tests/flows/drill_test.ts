import { expect } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oneFile } from "../../scripts/one_file.ts";
import { ROOT } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { inProof } from "../proof.ts";

/** The commands of the drill, as a reader types them. */
async function drill(): Promise<string> {
  const page = await Bun.file(join(ROOT, "docs/operations.md")).text();
  const [, section = ""] = page.split("\n## A drill\n");
  const [text = ""] = section.split("\n## ");
  return [...text.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line).join("\n");
}

function freePort(): number {
  const server = Bun.listen({
    hostname: "localhost",
    port: 0,
    socket: { data() {} },
  });
  server.stop(true);
  return server.port;
}

inProof(
  "the drill of docs/operations.md goes as it is written",
  async () => {
    const directory = await mkdtemp(join(tmpdir(), "drill-"));
    const commands = (await drill())
      .replaceAll("/tmp/drill", directory)
      .replaceAll("3900", String(freePort()))
      // The packages are installed already.
      .replace(/^BUN=.*$/m, `BUN='${process.execPath}'`)
      .replace(/^\$BUN install .*$/m, "")
      .replaceAll("src/start.ts", await startedScript())
      .replaceAll("$BUN run svc", `$BUN ${await oneFile("src/cli/main.ts")}`)
      // `set -e` looks away from what is negated.
      .replace(/^! (.*)$/gm, "if $1; then exit 9; fi");
    // Nothing runs on if a step fails.
    const script = `trap 'kill -9 $SERVICE 2>/dev/null || true' EXIT\n${commands}`;
    const child = Bun.spawn(["bash", "-e", "-o", "pipefail", "-c", script], {
      cwd: ROOT,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: directory },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    const [printed, complaints, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    await rm(directory, { recursive: true, force: true });
    expect([code, complaints]).toEqual([0, expect.any(String)]);
    expect(printed).toContain("All good: the file");
    expect(printed).toMatch(/page \d+ of the file is not what was written/);
    expect(printed).toContain("nothing is wrong, nothing is missing");
    expect(printed).toContain("Nothing to do: the schema is up to date.");
  },
  120_000,
);
