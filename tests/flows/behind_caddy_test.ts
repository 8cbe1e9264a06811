import { expect } from "bun:test";
import { join } from "node:path";
import { skippedWithout } from "../needing.ts";
import { IS_PROOF, inProof } from "../proof.ts";

/** Makes a network of its own for what it runs, whose user is root there alone. */
const ALONE = ["unshare", "--map-root-user", "--net", "--mount"];
const INSIDE = join(import.meta.dir, "caddy/two_inboxes.ts");

const missing = ["caddy", "ip", "unshare"].filter((it) => !Bun.which(it));
if (IS_PROOF && missing.length === 0) {
  const { exitCode } = Bun.spawnSync([...ALONE, "true"]);
  if (exitCode !== 0) missing.push("network namespaces");
}
const withCaddy = IS_PROOF ? skippedWithout(missing) : inProof;

withCaddy(
  "two installations behind Caddy, with an authority of their own and names in DNS, exchange conversations",
  async () => {
    const inside = Bun.spawn([...ALONE, process.execPath, "test", INSIDE], {
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(inside.stderr).text();
    expect({ code: await inside.exited, said }).toMatchObject({
      code: 0,
      said: expect.stringContaining(" 7 pass\n 0 fail"),
    });
  },
  120_000,
);
