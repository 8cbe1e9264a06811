import { Type } from "typebox";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, nullable } from "../base/schemas.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import { sayIn } from "../base/words/say_in.ts";
import { noticed } from "../conversations/delivery/noticed.ts";
import { isDisabled } from "../identity/accounts.ts";
import { sessionListStore } from "../identity/session_list_store.ts";
import { noticeStore } from "../mail/notice_store.ts";
import type { NoticeSubject } from "../mail/notice_text.ts";
import { quietUntil } from "../mail/quiet_hours.ts";
import type { Subscription } from "../push/devices.ts";
import { PUSH_SEAL, recordPushDevice } from "../push/devices.ts";
import type { PushDevice, PushNotice } from "../push/push_store.ts";
import { pushStore } from "../push/push_store.ts";
import { pushText } from "../push/push_text.ts";
import { unseal } from "../webhooks/sealed.ts";

/** What is about to leave for a device. */
export interface Push {
  readonly to: Subscription;
  readonly text: string;
  /** One of a topic takes the place of the one before that was not handed on yet. */
  readonly topic: string;
  readonly urgency: "normal" | "high";
  readonly ttlSeconds: number;
}

const TOPIC_CHARS = 32;

/**
 * Makes what a device is told now, of what its person may read now. In quiet hours it
 * waits until they end; what has lost its reason is forgotten.
 */
export const composePush = defineCommand({
  name: "compose_push",
  title: "Compose a push",
  description: "Make what a device is told, of a notice that this lease holds.",
  access: SYSTEM_ONLY,
  input: closed({
    id: Type.String(),
    accountId: Type.String(),
    lease: Type.String(),
  }),
  output: closed({ push: nullable(Type.Unsafe<Push>({})) }),
  chains: ({ accountId }) => [accountId],
  async run({ id, lease }, call) {
    const store = pushStore(call.db);
    const row = await store.notice(id);
    if (row?.lease !== lease) return { push: null };
    const device = await store.device(row.deviceId);
    const { accountId, kind, endsAt, attempts } = row;
    const settings = await noticeStore(call.db).settings(accountId);
    const say = sayIn(settings.language ?? USUAL_LANGUAGE);
    const wanted = device && (await wantedBy(call, row, device, say));
    if (!wanted) {
      call.write(store.settle(id));
      return { push: null };
    }
    const { to, subject } = wanted;
    const later = quietUntil(settings, call.now);
    if (later !== undefined) {
      call.write(store.postpone(id, later, attempts - 1));
      return { push: null };
    }
    const { baseUrl } = call.settings;
    const push: Push = {
      to,
      text: pushText({ baseUrl, say }, row, subject),
      topic: call.signer.mac(`push topic: ${id}`).slice(0, TOPIC_CHARS),
      urgency: kind === "asks" ? "high" : "normal",
      ttlSeconds: Math.ceil((endsAt - call.now) / 1_000),
    };
    return { push };
  },
});

/** By what a device is reached. */
export function subscriptionOf(
  sealing: Parameters<typeof unseal>[0],
  { subscription }: Pick<PushDevice, "subscription">,
): Subscription {
  return JSON.parse(unseal(sealing, PUSH_SEAL, subscription));
}

/** What to tell, and by what it is reached; undefined if it is not wanted any more. */
async function wantedBy(
  call: CommandCall,
  row: PushNotice,
  device: PushDevice,
  say: Say,
) {
  const to = await reachable(call, device);
  const subject = to && (await subjectOf(call, row, device, say));
  return to && subject && { to, subject };
}

/** The same, unless its person may not be told: who was signed out there is told nothing more. */
async function reachable(
  call: CommandCall,
  device: PushDevice,
): Promise<Subscription | undefined> {
  const { id, accountId } = device;
  if (await isDisabled(call, accountId)) return undefined;
  const to = subscriptionOf(call, device);
  const sessions = sessionListStore(call.db);
  if (await sessions.has(accountId, to.sessionId, call.now)) return to;
  call.write(...pushStore(call.db).remove(id));
  recordPushDevice(call, { id, accountId }, "removed");
  return undefined;
}

/** What a notice is about, as its person reads it now; undefined if it is not wanted. */
async function subjectOf(
  call: CommandCall,
  { accountId, conversationId, kind, endsAt }: PushNotice,
  device: PushDevice,
  say: Say,
): Promise<NoticeSubject | undefined> {
  const isWanted = device.kinds.includes(kind) && endsAt > call.now;
  if (!isWanted || conversationId === null) return undefined;
  return await noticed(call, conversationId, accountId, say);
}
