import { describe, expect, test } from "bun:test";
import { LIMITS } from "../../src/core/base/limits.ts";
import { dispositionOf } from "../../src/http/disposition.ts";
import { json } from "../harness.ts";
import { shared } from "../shared.ts";
import type { Pair } from "./pair.ts";
import { createSubmitted, startPair } from "./pair.ts";

const thePair = shared(startPair);

const BYTES = new TextEncoder().encode("<script>alert(1)</script>");

async function upload(
  { service, alice }: Pair,
  conversationId: string,
  fields: object,
): Promise<Response> {
  return await service.fetch(`/v1/conversations/${conversationId}/artifacts`, {
    method: "POST",
    token: alice.token,
    json: { name: "a.txt", mimeType: "text/plain", ...fields },
  });
}

async function added(pair: Pair, fields: object) {
  const { conversationId } = await createSubmitted(pair);
  const response = await upload(pair, conversationId, fields);
  expect(response.status).toBe(201);
  const { artifact, artifactId } = await json(response);
  return {
    artifact,
    location: response.headers.get("location") ?? "",
    path: `/v1/conversations/${conversationId}/artifacts/${artifactId}`,
  };
}

describe("POST /v1/conversations/:id/artifacts", () => {
  test("keeps bytes and says where they are", async () => {
    const pair = thePair();
    const { artifact, location, path } = await added(pair, {
      bytes: BYTES.toBase64(),
    });
    expect(location).toBe(path);
    expect(artifact).toMatchObject({
      name: "a.txt",
      mimeType: "text/plain",
      size: BYTES.length,
      sha256: Bun.SHA256.hash(BYTES, "hex"),
      downloadUrl: pair.service.baseUrl + path,
    });
  });

  test("answers with the conversation as it is then, like every act", async () => {
    const pair = thePair();
    const { conversationId } = await createSubmitted(pair);
    const answer = await upload(pair, conversationId, { bytes: "AAAA" });
    const { artifact, state, conversation } = await json(answer);
    expect(conversation).toMatchObject({ id: conversationId, state });
    expect(conversation.artifacts).toEqual([artifact]);
  });

  test.each([
    ["neither bytes nor uri", {}],
    ["both", { bytes: "AAAA", uri: "https://x.example/a" }],
    ["no base64", { bytes: "!!!" }],
    ["another scheme", { uri: "http://x.example/a" }],
    ["a file address", { uri: "file:///etc/passwd" }],
    ["no name", { name: "", bytes: "AAAA" }],
    ["a type with a line break", { mimeType: "text/plain\r\nX: 1", bytes: "" }],
  ])("refuses %s", async (_what, fields) => {
    const pair = thePair();
    const { conversationId } = await createSubmitted(pair);
    const response = await upload(pair, conversationId, fields);
    expect(response.status).toBe(400);
  });

  test("takes a file that is larger than other bodies may be", async () => {
    const pair = thePair();
    const bytes = Buffer.alloc(9 * 1024 * 1024, 7);
    const { path } = await added(pair, { bytes: bytes.toString("base64") });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
    });
    expect(Buffer.from(await response.bytes()).equals(bytes)).toBe(true);
  });

  test("answers 413 for a file that is a byte too large, not 400", async () => {
    const pair = thePair();
    const { conversationId } = await createSubmitted(pair);
    const bytes = Buffer.alloc(LIMITS.uploadBytesMax + 1).toString("base64");
    const response = await upload(pair, conversationId, { bytes });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: "payload_too_large" });
  });
});

describe("GET /v1/conversations/:id/artifacts/:artifactId", () => {
  test("gives the bytes as a file that nothing runs", async () => {
    const pair = thePair();
    const { path, artifact } = await added(pair, { bytes: BYTES.toBase64() });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
    });
    expect(response.status).toBe(200);
    expect(await response.bytes()).toEqual(BYTES);
    const { headers } = response;
    expect(headers.get("content-type")).toBe("text/plain");
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename=\"a.txt\"; filename*=UTF-8''a.txt",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; sandbox",
    );
    expect(headers.get("etag")).toBe(`"${artifact.sha256}"`);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    "text/html",
    "application/xhtml+xml",
    "image/svg+xml",
    "text/xml",
    "application/javascript",
    "text/javascript",
    "multipart/x-mixed-replace",
  ])("neutralises %s", async (mimeType) => {
    const pair = thePair();
    const { path } = await added(pair, { mimeType, bytes: BYTES.toBase64() });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
    });
    expect(response.headers.get("content-type")).toBe(
      "application/octet-stream",
    );
  });

  test.each([
    "application/pdf",
    "image/png",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ])("leaves %s as it is", async (mimeType) => {
    const pair = thePair();
    const { path } = await added(pair, { mimeType, bytes: "AAAA" });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
    });
    expect(response.headers.get("content-type")).toBe(mimeType);
  });

  test("is 304 for the ETag it gave", async () => {
    const pair = thePair();
    const { path, artifact } = await added(pair, { bytes: "AAAA" });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
      headers: { "if-none-match": `"${artifact.sha256}"` },
    });
    expect(response.status).toBe(304);
  });

  test("answers a uri as JSON and redirects nobody", async () => {
    const pair = thePair();
    const uri = "https://files.example.org/a.pdf";
    const { path } = await added(pair, { uri });
    const response = await pair.service.fetch(path, {
      token: pair.bob.token,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("location")).toBeNull();
    expect((await json(response)).artifact.uri).toBe(uri);
  });

  test("is 404 for a stranger, another conversation's and nobody's id", async () => {
    const pair = thePair();
    const { service, alice } = pair;
    const carol = await service.addAccount("carol");
    const { path } = await added(pair, { bytes: "AAAA" });
    const other = await createSubmitted(pair);
    const artifactId = path.split("/").at(-1);
    const statusAt = async (at: string, token: string) => {
      const response = await service.fetch(at, { token });
      return [response.status, (await json(response)).code];
    };
    expect(await statusAt(path, carol.token)).toEqual([
      404,
      "conversation_not_found",
    ]);
    const elsewhere = `/v1/conversations/${other.conversationId}/artifacts`;
    for (const id of [artifactId, "art_0", "%00", "..%2f..%2fetc"]) {
      expect(await statusAt(`${elsewhere}/${id}`, alice.token)).toEqual([
        404,
        "artifact_not_found",
      ]);
    }
  });
});

describe("dispositionOf", () => {
  test.each([
    ["a b.txt", 'filename="a b.txt"', "filename*=UTF-8''a%20b.txt"],
    ['a".txt', 'filename="a_.txt"', "filename*=UTF-8''a%22.txt"],
    ["é.txt", 'filename="_.txt"', "filename*=UTF-8''%C3%A9.txt"],
    ["a\r\nX: 1", 'filename="a__X: 1"', "filename*=UTF-8''a%0D%0AX%3A%201"],
    ["../../etc", 'filename=".._.._etc"', "filename*=UTF-8''.._.._etc"],
    ["it's(1)*", 'filename="it\'s(1)*"', "filename*=UTF-8''it%27s%281%29%2A"],
  ])("writes %p so that no header breaks", (name, plain, exact) => {
    expect(dispositionOf(name)).toBe(`attachment; ${plain}; ${exact}`);
  });
});
