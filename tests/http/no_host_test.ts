import { expect, test } from "bun:test";
import { startService } from "../harness.ts";
import { saidUntilClosed } from "./said_until_closed.ts";

test("a request without a Host that can be read is answered by its whole path", async () => {
  await using s = await startService();
  const { token } = await s.addAccount("alice");
  const status = async (line: string, host = "") => {
    const head = `authorization: Bearer ${token}\r\n${host}connection: close`;
    const answer = await saidUntilClosed(
      s.port,
      `${line} HTTP/1.0\r\n${head}\r\n\r\n`,
    );
    return Number(/^HTTP\/1\.\d (\d+)/.exec(answer)?.[1]);
  };
  for (const host of ["", "host: alice@evil.example\r\n"]) {
    expect(await status("GET /healthz", host)).toBe(200);
    expect(await status("GET /docs", host)).toBe(200);
    expect(await status("GET /sign-in?next=1", host)).toBe(200);
    expect(await status("GET /oauth/authorize?x=1", host)).not.toBe(500);
    // A call under another name comes from a page that has no business here.
    expect(await status("POST /api/mcp", host)).toBe(host === "" ? 415 : 403);
    expect(await status("GET /v1/conversations?view=inbox", host)).toBe(200);
    expect(await status("GET /v1/conversations/cnv_0", host)).toBe(404);
    expect(await status("DELETE /v1/limits", host)).toBe(405);
    // The end of a path is not taken for the path.
    expect(await status("GET /no/such/thing/v1/limits", host)).toBe(404);
    expect(await status("GET /no-such-thing/healthz", host)).toBe(404);
    expect(await status("POST /v1/conversations/healthz", host)).toBe(405);
  }
});
