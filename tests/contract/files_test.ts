import { expect, test } from "bun:test";
import type { TestService } from "../harness.ts";
import { callRpc, json, startService } from "../harness.ts";

/** A program of Windows in its first bytes: what is behind them runs it. */
const MZ = Buffer.from("MZ\u0090\0\u0003\0\0\0", "latin1").toString("base64");

const PROGRAMS = [
  { raw: "TVo=", filename: "run.exe" },
  { raw: MZ, filename: "holiday.jpg", mediaType: "image/jpeg" },
  { raw: "YQ==", filename: "Documents.library-ms", mediaType: "text/plain" },
  { url: "https://example.org/x", filename: "viewer.msix" },
];

interface Sending {
  readonly token: string;
  readonly to: string;
  readonly program: (typeof PROGRAMS)[number];
  /** The conversation that it is added to; a new one if absent. */
  readonly id?: string;
}

function partsOf({ program }: Sending) {
  return [{ text: "hi" }, program];
}

/** Sends a program within a message; the state that came of it, or the code. */
const WIRES = {
  async rest(service: TestService, sending: Sending) {
    const { token, to, id } = sending;
    const path = id === undefined ? "" : `/${id}/messages`;
    const opening = id === undefined && { to: [to], submit: true };
    const response = await service.fetch(`/v1/conversations${path}`, {
      method: "POST",
      token,
      json: { parts: partsOf(sending), ...opening },
    });
    const { state, code } = await json(response);
    return code ?? state;
  },
  async mcp(service: TestService, sending: Sending) {
    const { to, id } = sending;
    const [name, input] =
      id === undefined
        ? ["svc.create_conversation", { to: [to], title: "T", submit: true }]
        : ["svc.send_message", { conversationId: id }];
    const call = { path: "/api/mcp", method: "tools/call" };
    const { result } = await callRpc(service, {
      token: sending.token,
      ...call,
      params: {
        name,
        arguments: {
          detail: "full",
          ...(input as object),
          parts: partsOf(sending),
        },
      },
    });
    const { state, code } = JSON.parse(result.content[0].text);
    return code ?? state;
  },
  async a2a(service: TestService, sending: Sending) {
    const { to, id } = sending;
    const call = { path: "/a2a", method: "SendMessage" };
    const { result, error } = await callRpc(service, {
      token: sending.token,
      ...call,
      params: {
        message: {
          messageId: crypto.randomUUID(),
          role: "ROLE_USER",
          parts: partsOf(sending),
          ...(id !== undefined && { taskId: id }),
        },
        ...(id === undefined && { metadata: { svc: { to: [to] } } }),
      },
    });
    return error?.data[0].metadata.code ?? result.task.metadata.svc.state;
  },
};

for (const [wire, sendProgram] of Object.entries(WIRES)) {
  test.each(PROGRAMS)(
    `$filename within a message is denied over ${wire} to an agent and to a person, before and after the submit`,
    async (program) => {
      await using service = await startService();
      const alice = await service.addAccount("alice");
      const bob = await service.addAccount("bob");
      const person = await service.addSession(alice);
      for (const { token } of [alice, person]) {
        const sending = { token, to: bob.address, program };
        expect(await sendProgram(service, sending)).toBe("rejected");
        const made = await service.fetch("/v1/conversations", {
          method: "POST",
          token,
          json: { to: [bob.address], text: "words", submit: true },
        });
        const { conversationId: id } = await json(made);
        const denied = await sendProgram(service, { ...sending, id });
        expect(denied).toBe("review_denied");
      }
    },
  );
}

/** Artifacts that are programs by their name, or by their bytes whatever they are called. */
const ARTIFACTS = [
  { name: "run.exe", mimeType: "text/plain", bytes: "TVo=" },
  { name: "holiday.jpg", mimeType: "image/jpeg", bytes: MZ },
  { name: "manual.chm", mimeType: "text/plain", bytes: "YQ==" },
];

test.each(ARTIFACTS)(
  "$name that is added as an artifact after the submit, or in a draft, is denied with the rule that says why",
  async (artifact) => {
    await using service = await startService();
    const alice = await service.addAccount("alice");
    const bob = await service.addAccount("bob");
    const { token } = await service.addSession(alice);
    const opening = { to: [bob.address], text: "words" };
    const made = await service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { ...opening, submit: true },
    });
    const path = `/v1/conversations/${(await json(made)).conversationId}/artifacts`;
    for (const it of [bob.token, token]) {
      const response = await service.fetch(path, {
        method: "POST",
        token: it,
        json: artifact,
      });
      expect(response.status).toBe(403);
      expect(await json(response)).toMatchObject({
        code: "review_denied",
        rules: [
          {
            id: "R-CONTENT",
            outcome: "deny",
            detail: expect.stringContaining(artifact.name),
          },
        ],
      });
    }
    const drafted = await service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { ...opening, artifacts: [artifact] },
    });
    const { conversationId } = await json(drafted);
    const sent = await service.fetch(
      `/v1/conversations/${conversationId}/submit`,
      { method: "POST", token, json: {} },
    );
    expect(await json(sent)).toMatchObject({
      state: "rejected",
      conversation: { stateReason: "R-CONTENT" },
    });
  },
);
