/**
 * A worker that sends one body repeatedly on many connections. When stopped, it posts how
 * often each status was answered, after the first answer at the earliest.
 */
import type { Flood } from "./neighbour.ts";

const statuses: Record<string, number> = {};
const answered = Promise.withResolvers<void>();

self.onmessage = ({ data }: MessageEvent<Flood | "stop">) => {
  if (data === "stop") {
    void answered.promise.then(() => postMessage(statuses));
    return;
  }
  for (let n = 0; n < data.connections; n++) void send(data);
};

async function send({ url, token, body }: Flood): Promise<never> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  for (;;) {
    const answer = await fetch(url, { method: "POST", headers, body });
    await answer.arrayBuffer();
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    answered.resolve();
  }
}
