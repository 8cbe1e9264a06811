import { expect, setDefaultTimeout } from "bun:test";
import { join } from "node:path";
import { testDirectory } from "../directory.ts";
import { inProof, sample } from "../proof.ts";

setDefaultTimeout(sample(60_000, 1_800_000));

const SEEDS = sample(1, 12);
const STEPS = sample(100, 2_500);
/** A proof takes other seeds each day; FUZZ_SEED repeats one that failed. */
const TODAY = sample(3, Math.floor(Date.now() / 86_400_000));
const FIRST = Number(Bun.env.FUZZ_SEED ?? TODAY);

const seeds = Array.from({ length: SEEDS }, (_, n) => FIRST + n);

inProof.each(seeds)(
  "nothing that is said to the native driver ends the process, seed %i",
  async (seed) => {
    // Files that an ended child leaves behind go with the folder.
    const folder = await testDirectory("driver-fuzz-");
    const child = Bun.spawn(
      [
        ...[process.execPath, join(import.meta.dir, "child.ts")],
        ...[String(seed), String(STEPS)],
      ],
      {
        env: { ...Bun.env, TMPDIR: folder.path },
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    const [said, errors, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    await folder.remove();
    const last = said.trimEnd().split("\n").at(-1);
    // The step that it was at, and why, are what a failure shows.
    const answered = /^answered (\d+)$/.exec(last ?? "")?.[1];
    expect([code, answered ? "done" : last, errors.slice(-2_000)]).toEqual([
      ...[0, "done", ""],
    ]);
    // Else all was refused before the driver heard of it.
    expect(Number(answered)).toBeGreaterThan(STEPS / 4);
  },
);
