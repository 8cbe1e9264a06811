import { expect, test } from "bun:test";
import type { RemoteTask } from "../../../src/core/agents/remote/calls/remote_task.ts";
import type { Database } from "../../../src/core/db/database.ts";
import { takeRemote } from "../../../src/core/loops/remote/take_remote.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { cardOf, serve } from "../agents/hostile_server.ts";
import { startMirrorStage } from "./mirror_stage.ts";

/** A database whose commits fail from one on, until it is mended. */
function breakable() {
  let left = Number.POSITIVE_INFINITY;
  return {
    /** Lets so many more commits through. */
    breakAfter(count: number) {
      left = count;
    },
    around: (db: Database): Database => ({
      ...db,
      async commit(statements) {
        if (left <= 0) throw new Error("The process died");
        left -= 1;
        await db.commit(statements);
      },
    }),
    left: () => left,
  };
}

test("a process that dies at any commit of a take adds nothing twice, and loses nothing", async () => {
  const broken = breakable();
  await using stage = await startMirrorStage({ aroundDatabase: broken.around });
  let count = 0;
  await using agent = serve(async (request) => {
    if (request.method === "GET") return cardOf(agent);
    const { id } = Object(await request.json());
    const task = { id: `t${count}`, status: { state: "TASK_STATE_SUBMITTED" } };
    return Response.json({ jsonrpc: "2.0", id, result: { task } });
  });
  const card = `http://localhost:${agent.port}/card.json`;
  const begun = async () => {
    count += 1;
    const conversationId = await stage.write(card);
    await stage.deliver();
    const { participants } = await stage.read(conversationId);
    const said: RemoteTask = {
      ...{ id: `t${count}`, contextId: null, state: "TASK_STATE_COMPLETED" },
      message: said1("2", "Done."),
      history: [said1("1", "I have begun.")],
      artifacts: [
        {
          artifactId: "a",
          name: "a.txt",
          parts: [{ raw: "SGk=" }],
          metadata: {},
        },
      ],
      ...{ metadata: {}, dropped: 0 },
    };
    const { accountId } = participants[1];
    return { conversationId, accountId, said, by: "look" as const };
  };
  const { services } = stage.service;
  for (let commits = 0; ; commits++) {
    const taken = await begun();
    broken.breakAfter(commits);
    await takeRemote(services, taken).catch(() => {});
    const isWhole = broken.left() > 0;
    broken.breakAfter(Number.POSITIVE_INFINITY);
    await takeRemote(services, taken);
    const { conversationId } = taken;
    const read = await stage.read(conversationId);
    expect(read).toMatchObject({
      state: "completed",
      messages: [
        { text: "Write this." },
        { text: "I have begun." },
        { artifactIds: [expect.any(String)] },
        { text: "Done." },
      ],
      artifacts: [{ name: "a.txt" }],
      participants: [{}, { remote: { state: "TASK_STATE_COMPLETED" } }],
    });
    const { ok } = await stage.service.operate(verifyAudit, { conversationId });
    expect(ok).toBe(true);
    if (isWhole) break;
  }
  expect(count).toBeGreaterThan(4);
});

const said1 = (messageId: string, text: string) => ({
  ...{ messageId, taskId: null, isAgents: true },
  ...{ parts: [{ text }], metadata: {} },
});
