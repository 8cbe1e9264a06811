import { expect, test } from "bun:test";
import { fetchPart } from "../../../src/core/agents/remote/calls/fetch_part.ts";
import { sha256 } from "../../../src/core/base/digest.ts";
import {
  serve,
  serveRaw,
  testWorld,
  writeForever,
} from "../agents/hostile_server.ts";

const { outside } = testWorld();

test("a file at the agent's own origin is fetched, signed and hashed", async () => {
  await using server = serve(() => new Response("red"));
  const origin = `http://agent.example:${server.port}`;
  const from = { outside, origin, sign: () => ({ signature: "sig1=:AA==:" }) };
  expect(await fetchPart(from, `${origin}/red.txt`)).toEqual({
    came: "file",
    bytes: Buffer.from("red"),
    sha256: sha256("red"),
  });
  expect(server.headers[0]?.get("signature")).toBe("sig1=:AA==:");
});

test("any other address stays one, and nobody is asked", async () => {
  await using server = serve(() => new Response("red"));
  const origin = "https://agent.example";
  const elsewhere = { came: "elsewhere" } as const;
  for (const url of [
    `http://agent.example:${server.port}/red.txt`,
    "https://agent.example.evil.example/red.txt",
    "file:///etc/passwd",
    "red.txt",
  ]) {
    expect(await fetchPart({ outside, origin }, url)).toEqual(elsewhere);
  }
  expect(server.paths).toEqual([]);
});

test("a redirect, a refusal and an endless file are no file", async () => {
  await using inner = serve(() => new Response("secret"));
  await using server = serve(({ url }) =>
    url.endsWith("/moved")
      ? Response.redirect(`http://localhost:${inner.port}/`)
      : new Response("", { status: url.endsWith("/closed") ? 401 : 503 }),
  );
  const origin = `http://agent.example:${server.port}`;
  const fetched = (path: string) =>
    fetchPart({ outside, origin }, origin + path);
  expect(await fetched("/moved")).toMatchObject({ code: 302, isFinal: true });
  expect(await fetched("/closed")).toMatchObject({ code: 401, isFinal: true });
  expect(await fetched("/busy")).toMatchObject({ code: 503, isFinal: false });
  expect(inner.paths).toEqual([]);
  await using raw = await serveRaw((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    writeForever(socket, "x".repeat(1024 * 1024));
  });
  const at = `http://agent.example:${raw.port}`;
  expect(await fetchPart({ outside, origin: at }, `${at}/`)).toEqual({
    came: "unreachable",
    error: "too_large",
  });
  await raw.left;
});
