import { expect } from "bun:test";
import { join } from "node:path";
import type { Opened } from "../core/fixture.ts";

const MAIN = join(import.meta.dir, "../../src/cli/main.ts");

/** How a run of `svc` ended, and what it printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Really runs `svc` as a process of its own. */
export async function svc(
  {
    config,
    env,
  }: Pick<Opened, "config"> & {
    readonly env?: Readonly<Record<string, string>>;
  },
  ...args: readonly string[]
): Promise<Ran> {
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: { PATH: "/usr/bin", DATABASE_URL: config.databaseUrl, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

/** The JSON of a run that has to succeed. */
export async function json(
  core: Pick<Opened, "config">,
  ...args: readonly string[]
) {
  const ran = await svc(core, ...args, "--json");
  expect(ran).toMatchObject({ code: 0, err: "" });
  return JSON.parse(ran.out);
}
