import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, nullable } from "../base/schemas.ts";
import { recordPushDevice } from "../push/devices.ts";
import { pushStore } from "../push/push_store.ts";

const MINUTE_MS = 60_000;
/** How long after each attempt the next one comes; after the last there is none. */
const PAUSES_MS: readonly number[] = [
  10_000,
  MINUTE_MS,
  10 * MINUTE_MS,
  60 * MINUTE_MS,
];

const GONE: readonly (number | null)[] = [404, 410];
const TOO_MANY = 429;

/** Says what an attempt to tell a device something came to. */
export const settlePush = defineCommand({
  name: "settle_push",
  title: "Settle a push",
  description:
    "Say what an attempt to tell a device something came to, under the lease that holds it.",
  access: SYSTEM_ONLY,
  input: closed({
    id: Type.String(),
    accountId: Type.String(),
    lease: Type.String(),
    /** Of the answer; null without one. */
    status: nullable(Type.Integer()),
  }),
  output: closed({
    outcome: Type.Enum(["sent", "waiting", "failed", "gone", "late"]),
  }),
  chains: ({ accountId }) => [accountId],
  async run({ id, lease, status }, call) {
    const store = pushStore(call.db);
    const row = await store.notice(id);
    // Another has it by now, or something newer took its place.
    if (row?.lease !== lease) return { outcome: "late" as const };
    const { deviceId, accountId, attempts } = row;
    if (GONE.includes(status)) {
      call.write(...store.remove(deviceId));
      recordPushDevice(call, { id: deviceId, accountId }, "removed");
      return { outcome: "gone" as const };
    }
    const isTaken = status !== null && status >= 200 && status < 300;
    if (isTaken) {
      call.write(store.settle(id), store.reached(deviceId, call.now));
      return { outcome: "sent" as const };
    }
    const isPassing = status === null || status === TOO_MANY || status >= 500;
    const pause = isPassing ? PAUSES_MS[attempts - 1] : undefined;
    if (pause === undefined) {
      call.write(store.settle(id));
      return { outcome: "failed" as const };
    }
    call.write(store.postpone(id, call.now + pause, attempts));
    return { outcome: "waiting" as const };
  },
});
