import type { Aim } from "./aim.ts";
import { ATTACKS } from "./attacks.ts";

/** One attack by its name; answered with the statuses that came back. */
export interface Attack {
  readonly name: string;
  readonly aim: Aim;
}

declare const self: Worker;

// In a thread of its own: what it costs to attack is not the service's.
self.onmessage = async ({ data: { name, aim } }: MessageEvent<Attack>) => {
  const requests = ATTACKS[name]?.shots(aim) ?? [];
  const statuses = await Promise.all(
    requests.map(async ({ path, ...request }) => {
      const response = await fetch(aim.baseUrl + path, {
        ...request,
        headers: {
          authorization: `Bearer ${aim.token}`,
          "content-type": "application/json",
          ...request.headers,
        },
      });
      if (response.headers.get("content-type") === "text/event-stream") {
        await response.body?.cancel();
        return response.status;
      }
      await response.arrayBuffer();
      return response.status;
    }),
  );
  self.postMessage(statuses);
};
