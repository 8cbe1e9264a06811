import { expect, test } from "bun:test";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { ArtifactInput } from "../../../src/core/conversations/acts/thread/artifacts.ts";
import { readArtifact } from "../../../src/core/conversations/acts/thread/artifacts.ts";
import { addArtifact } from "../../../src/core/operations/add_artifact.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { getArtifact } from "../../../src/core/operations/get_artifact.ts";
import { removeArtifact } from "../../../src/core/operations/remove_artifact.ts";
import { send, startStage, thrown, view } from "../core_harness.ts";

const NAMED = { name: "a.bin", mimeType: "application/octet-stream" };
const BYTES = new Uint8Array([0, 62, 63, 250, 251, 252, 253, 254, 255]);

test("bytes come as base64 or base64url, with or without padding", () => {
  for (const bytes of ["+/8=", "-_8=", "+/8", "-_8"]) {
    expect(readArtifact({ ...NAMED, bytes }).bytes).toEqual(
      new Uint8Array([251, 255]),
    );
  }
  expect(readArtifact({ ...NAMED, bytes: "" }).bytes).toEqual(new Uint8Array());
});

test("an https address is kept in its one form, and a name as one safe line", () => {
  const file = readArtifact({
    ...NAMED,
    name: " a\n\u202eb ",
    uri: "https://EXAMPLE.org/ä b",
  });
  expect(file).toMatchObject({
    name: "a b",
    uri: "https://example.org/%C3%A4%20b",
    bytes: null,
  });
});

const REFUSED: readonly (readonly [string, ArtifactInput, string])[] = [
  ["neither bytes nor uri", NAMED, "/bytes"],
  [
    "both bytes and uri",
    { ...NAMED, bytes: "", uri: "https://example.org/" },
    "/bytes",
  ],
  ["what is not base64", { ...NAMED, bytes: "*" }, "/bytes"],
  ["half base64, half base64url", { ...NAMED, bytes: "+/8-_8" }, "/bytes"],
  ["a broken length of base64", { ...NAMED, bytes: "AAAAA" }, "/bytes"],
  ["a name of blanks", { ...NAMED, name: " \u202e", bytes: "" }, "/name"],
  ["plain http", { ...NAMED, uri: "http://example.org/" }, "/uri"],
  ["another scheme", { ...NAMED, uri: "javascript:alert(1)" }, "/uri"],
  ["a file of the server", { ...NAMED, uri: "file:///etc/passwd" }, "/uri"],
  ["a password in the address", { ...NAMED, uri: "https://a:b@c.de/" }, "/uri"],
  ["no address", { ...NAMED, uri: "https://" }, "/uri"],
];

for (const [name, input, pointer] of REFUSED) {
  test(`${name} is no artifact`, () => {
    const error = thrown(() => readArtifact(input));
    expect(error.code).toBe("invalid_input");
    expect(error.errors[0]?.pointer).toBe(pointer);
  });
}

test("what was uploaded is downloaded byte for byte, with its hash", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, { to: bob.address });
  const { artifact } = await bob.run(addArtifact, {
    conversationId,
    ...NAMED,
    bytes: BYTES.toBase64(),
  });
  const { artifactId } = artifact;
  expect(artifact).toMatchObject({
    size: BYTES.length,
    sha256: new Bun.CryptoHasher("sha256").update(BYTES).digest("hex"),
    addedBy: bob.address,
    downloadUrl: `http://localhost:3000/v1/conversations/${conversationId}/artifacts/${artifactId}`,
  });
  const input = { conversationId, artifactId };
  const { bytes } = await alice.run(getArtifact, input);
  expect(new Uint8Array(bytes ?? [])).toEqual(BYTES);
});

test("a uri is stored and given back, never fetched", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const conversationId = await send(alice, {
    to: bob.address,
    artifacts: [{ ...NAMED, uri: "https://unreachable.example/a" }],
  });
  const [artifact] = (await view(bob, conversationId)).artifacts;
  expect(artifact?.uri).toBe("https://unreachable.example/a");
  expect(artifact?.size).toBeUndefined();
  expect(artifact?.downloadUrl).toBeUndefined();
  const { bytes } = await bob.run(getArtifact, {
    conversationId,
    artifactId: artifact?.artifactId ?? "",
  });
  expect(bytes).toBeNull();
});

test("a conversation holds a bounded number of files, whoever adds them", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const half = LIMITS.artifactsPerConversationMax / 2;
  const files = Array.from({ length: half }, () => ({
    ...NAMED,
    bytes: "YQ==",
  }));
  const conversationId = await send(alice, {
    to: bob.address,
    artifacts: files,
  });
  const add = { conversationId, ...NAMED, bytes: "YQ==" };
  for (const _ of files) await bob.run(addArtifact, add);
  const error = await bob.refused(addArtifact, add);
  expect(error.code).toBe("quota_exceeded");
  const many = await alice.refused(createConversation, {
    artifacts: [...files, ...files, ...files],
  });
  expect(many.errors[0]?.pointer).toBe("/artifacts");
});

test("an account's files are at most so large together, and what is removed makes room", async () => {
  await using core = await startStage();
  const { alice } = core;
  const draft = await alice.run(createConversation, {
    artifacts: [{ ...NAMED, bytes: BYTES.toBase64() }],
  });
  const { conversationId } = draft;
  const artifactId = draft.conversation.artifacts[0]?.artifactId ?? "";
  const fill = `update stored_bytes set bytes = ${LIMITS.artifactBytesPerAccountMax}`;
  await core.services.db.commit([{ sql: fill, args: [] }]);
  const add = { conversationId, ...NAMED, bytes: BYTES.toBase64() };
  const error = await alice.refused(addArtifact, add);
  expect(error.code).toBe("quota_exceeded");
  await alice.run(removeArtifact, { conversationId, artifactId });
  await alice.run(addArtifact, add);
  expect(await alice.refused(addArtifact, add)).toMatchObject(error);
});

test("an operator says how much an account's files may take", async () => {
  await using core = await startStage({ ACCOUNT_FILE_BYTES: "1 MiB" });
  const bytes = new Uint8Array(700_000).toBase64();
  const { conversationId } = await core.alice.run(createConversation, {
    artifacts: [{ ...NAMED, bytes }],
  });
  const add = { conversationId, ...NAMED, bytes };
  expect((await core.alice.refused(addArtifact, add)).code).toBe(
    "quota_exceeded",
  );
});

test("a wrong file refuses the whole create and names its place", async () => {
  await using core = await startStage();
  const error = await core.alice.refused(createConversation, {
    artifacts: [{ ...NAMED, bytes: "YQ==" }, NAMED],
  });
  expect(error.errors[0]?.pointer).toBe("/artifacts/1/bytes");
  expect(await core.rows("select 1 from artifact_bytes")).toEqual([]);
});
