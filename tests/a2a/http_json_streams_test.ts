import { expect, test } from "bun:test";
import { shared } from "../shared.ts";
import { call, open, reader } from "./http_json.ts";
import type { Json } from "./rpc.ts";
import { message, result, svc } from "./rpc.ts";
import { startTasks } from "./tasks.ts";

const started = shared(startTasks);

async function subscribed(id: string, token: string) {
  const { service } = started();
  const asked = { token, method: "POST" };
  return reader(await open(service, `/tasks/${id}:subscribe`, asked));
}

/** Its kind, its state, and the text that comes with it. */
function brief(event: Json) {
  const { task, statusUpdate, artifactUpdate } = event;
  if (artifactUpdate) return `artifact ${artifactUpdate.artifact.name}`;
  const { state, message } = (task ?? statusUpdate).status;
  const said = task ? task.history.length : (message?.parts[0].text ?? "-");
  return `${task ? "task" : "status"} ${state.slice(11)} ${said}`;
}

test("a stream of a task tells it, then messages and states in their order, and ends with it", async () => {
  const { alice, bob, send, reply, rest } = started();
  const { id } = await send("Question");
  const streams = [
    await subscribed(id, alice.token),
    await subscribed(id, alice.token),
  ];
  // One that leaves changes nothing for the others.
  const leaving = await subscribed(id, alice.token);
  await leaving.next();
  await leaving.cancel();
  const seen: Json[][] = [[], []];
  for (const [at, stream] of streams.entries()) {
    seen[at]?.push(await stream.next());
  }
  await reply(bob.token, id, "First");
  const file = { name: "notes.txt", mimeType: "text/plain", bytes: "aGk=" };
  await rest(bob.token, "POST", `/${id}/artifacts`, file);
  await rest(bob.token, "POST", `/${id}/complete`, {});
  for (const [at, stream] of streams.entries()) {
    for (;;) {
      const event = await stream.next();
      if (!event) break;
      seen[at]?.push(event);
    }
  }
  expect(seen[0]).toEqual(seen[1] ?? []);
  expect(seen[0]?.map(brief)).toEqual([
    "task SUBMITTED 1",
    "status WORKING -",
    "status WORKING First",
    "artifact notes.txt",
    "status COMPLETED -",
    "task COMPLETED 2",
  ]);
});

test("a sent message is streamed: the task, then each change", async () => {
  const { service, alice, toBob } = started();
  const configuration = { historyLength: 1 };
  const json = { ...message("Stream this"), ...toBob, configuration };
  const { token } = alice;
  const response = await open(service, "/message:stream", { token, json });
  expect(response.headers.get("a2a-version")).toBe("1.0");
  expect(response.headers.get("cache-control")).toContain("no-transform");
  const stream = reader(response);
  const { task } = await stream.next();
  expect(task.status.state).toBe("TASK_STATE_SUBMITTED");
  const mine = { token, json: message("More", { taskId: task.id }) };
  await call(service, "/message:send", mine);
  const { statusUpdate } = await stream.next();
  expect(statusUpdate).toMatchObject({
    taskId: task.id,
    contextId: task.contextId,
    status: { message: { role: "ROLE_USER", parts: [{ text: "More" }] } },
  });
  expect(statusUpdate.metadata.svc.version).toBeGreaterThan(
    task.metadata.svc.version,
  );
  await result(service, token, "CancelTask", { id: task.id });
  expect(brief(await stream.next())).toBe("status CANCELED -");
  expect(brief(await stream.next())).toBe("task CANCELED 1");
  expect(await stream.next()).toBeUndefined();
});

test("a message that was sent before is streamed with what has happened since", async () => {
  const { service, alice, bob, reply, toBob } = started();
  const json = { ...message("Lost answer"), ...toBob };
  const { token } = alice;
  const { body } = await call(service, "/message:send", { token, json });
  await reply(bob.token, body.task.id, "Meanwhile");
  const again = await open(service, "/message:stream", { token, json });
  const stream = reader(again);
  expect(brief(await stream.next())).toBe("task WORKING 2");
  await stream.cancel();
});

test("the service's own agent is not waited for, and its end is the stream's", async () => {
  const { service, alice } = started();
  const asked = { token: alice.token, json: message("Hi") };
  const stream = reader(await open(service, "/message:stream", asked));
  const seen: Json[] = [];
  for (;;) {
    const event = await stream.next();
    if (!event) break;
    seen.push(event);
  }
  expect(seen[0].task.status.state).toBe("TASK_STATE_SUBMITTED");
  expect(seen.at(-1).task.status.state).toBe("TASK_STATE_COMPLETED");
});

test("a wait for a person is told with the page of the decision", async () => {
  const { service, alice, bob } = started();
  const dear = svc({ to: bob.address, price: "999999999" });
  const json = { ...message("Too dear"), ...dear };
  const asked = { token: alice.token, json };
  const stream = reader(await open(service, "/message:stream", asked));
  const { task } = await stream.next();
  const { state, message: why } = task.status;
  expect([state, why.parts[0].text]).toEqual([
    "TASK_STATE_INPUT_REQUIRED",
    expect.stringContaining("#chk_"),
  ]);
  const { token } = await service.addSession(alice);
  const { decision } = { decision: { decision: "decline" } };
  await started().rest(token, "POST", `/${task.id}/decisions`, decision);
  expect(brief(await stream.next())).toStartWith("status ");
  await stream.cancel();
});

test("one account holds as many streams of a task as over REST, and a reader that leaves frees one", async () => {
  const { service, alice, send } = started();
  const { id } = await send("Watched");
  const open5 = await Promise.all(
    Array.from({ length: 5 }, () => subscribed(id, alice.token)),
  );
  const asked = { token: alice.token, method: "POST" };
  const path = `/tasks/${id}:subscribe`;
  const { status, body, headers } = await call(service, path, asked);
  expect([status, body.error.status]).toEqual([429, "RESOURCE_EXHAUSTED"]);
  expect(headers.get("retry-after")).toBe("5");
  for (const stream of open5) {
    await stream.next();
    await stream.cancel();
  }
  let next = await open(service, path, asked);
  // The server learns a moment later that a reader has left.
  while (next.status === 429) next = await open(service, path, asked);
  const stream = reader(next);
  expect(brief(await stream.next())).toBe("task SUBMITTED 1");
  await stream.cancel();
});
