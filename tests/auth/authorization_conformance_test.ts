import { expect, setDefaultTimeout } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../harness.ts";
import { inProof } from "../proof.ts";
import { signUp } from "./browser.ts";
import { consent } from "./oauth_client.ts";
import { newClient } from "./oauth_tools.ts";

setDefaultTimeout(60_000);

inProof("the official suite passes the authorization server", async () => {
  await using s = await startService({ isRealTime: true });
  const browser = await signUp(s, "ada");
  const free = Bun.serve({ port: 0, fetch: () => new Response() });
  const port = String(free.port);
  await free.stop(true);
  const redirect = `http://127.0.0.1:${port}/callback`;
  const clientId = await newClient(s, { redirect_uris: [redirect] });
  const results = await mkdtemp(join(tmpdir(), "inbox-conformance-"));
  const main = Bun.fileURLToPath(
    import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"),
  );
  const given = {
    ...{ url: s.baseUrl, port, "client-id": clientId },
    ...{ resource: `${s.baseUrl}/api/mcp`, "output-dir": results },
  };
  const options = Object.entries(given).flatMap(([name, it]) => [
    ...[`--${name}`, it],
  ]);
  const command = [process.execPath, main, "authorization", ...options];
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "ignore" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    // A person opens the address that it says, and consents.
    const [url] = /http\S+\/oauth\/authorize\?\S+(?=\s)/.exec(text) ?? [];
    if (url === undefined) continue;
    text = "";
    await fetch(await consent(browser, new URL(url)));
  }
  await child.exited;
  const found: { readonly id: string; readonly status: string }[] = [];
  for (const path of new Bun.Glob("**/checks.json").scanSync(results)) {
    found.push(...(await Bun.file(join(results, path)).json()));
  }
  await rm(results, { recursive: true });
  expect(found.map(({ id, status }) => `${id} ${status}`).toSorted()).toEqual([
    "authorization-code-grant SUCCESS",
    "authorization-server-metadata SUCCESS",
    "authorization-server-metadata-cimd SUCCESS",
  ]);
});
