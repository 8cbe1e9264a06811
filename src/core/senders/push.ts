import { encryptPush } from "../../../packages/standards/src/push_encryption.ts";
import type { CommandCall, Core } from "../access/context.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { guardedRequest } from "../agents/remote/guarded_request.ts";
import { LIMITS } from "../base/limits.ts";
import { HOUR_MS, MINUTE_MS } from "../base/time.ts";
import { USUAL_LANGUAGE } from "../base/words/languages.ts";
import type { Say } from "../base/words/say.ts";
import { sayIn } from "../base/words/say_in.ts";
import {
  isToldFor,
  peopleToTell,
} from "../conversations/acts/decisions/people_to_tell.ts";
import { noticed } from "../conversations/acts/delivery/noticed.ts";
import type { PushKind } from "../db/tables/data/push_schema.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { Came, DeliveryOutcome } from "../delivery/outcome.ts";
import { isDisabled } from "../identity/accounts.ts";
import { sessionListStore } from "../identity/session_list_store.ts";
import { noticeStore } from "../mail/notice_store.ts";
import type { NoticeSubject } from "../mail/notice_text.ts";
import { quietUntil } from "../mail/quiet_hours.ts";
import type { DeviceSubscription } from "../push/devices.ts";
import { PUSH_SEAL, recordPushDevice } from "../push/devices.ts";
import type { PushDevice } from "../push/push_store.ts";
import { pushStore } from "../push/push_store.ts";
import { pushText } from "../push/push_text.ts";
import { vapidHeader } from "../push/vapid.ts";
import { unseal } from "../webhooks/sealed.ts";
import type { Sender } from "./sender.ts";

const TOPIC_CHARS = 32;
const TOO_MANY = 429;

/** Sends notifications to devices by Web Push (docs/events.md). */
export const PUSH: Sender = {
  name: "push",
  shares: {
    all: LIMITS.pushDevicesAtOnceMax,
    ofAccount: LIMITS.pushDevicesAtOnceOfAccount,
    ofHost: LIMITS.pushDevicesAtOnceOfHost,
    failing: LIMITS.pushDevicesAtOnceFailing,
  },
  schedule: [10_000, MINUTE_MS, 10 * MINUTE_MS, HOUR_MS],
  isKept: false,
  canLeave: () => true,
  async busy(core) {
    const { db, clock } = core;
    const due = await deliveryStore(db).due("push", clock());
    const devices = await pushStore(db).some(due.map(({ id }) => id));
    const known = new Map(devices.map((it) => [it.id, it]));
    return due.map((it) => {
      return { ...it, host: () => hostOf(core, known.get(it.id)) };
    });
  },
  async compose(call, row) {
    const { recipient, accountId, kind, endsAt } = row;
    if (recipient === accountId) return await handOn(call, row);
    const device = await pushStore(call.db).device(recipient);
    if (!device || (await isDisabled(call, accountId))) return DROPPED;
    const to = subscriptionOf(call, device);
    const sessions = sessionListStore(call.db);
    // A device whose person was signed out gets no notifications.
    if (!(await sessions.has(accountId, to.sessionId, call.now))) return GONE;
    const settings = await noticeStore(call.db).settings(accountId);
    const say = sayIn(settings.language ?? USUAL_LANGUAGE);
    const subject = await subjectOf(call, row, device, say);
    if (!subject) return DROPPED;
    const later = quietUntil(settings, call.now);
    if (later !== undefined)
      return { came: "later", afterMs: later - call.now };
    const { baseUrl } = call.settings;
    const push: Push = {
      to,
      text: pushText({ baseUrl, say }, row, subject),
      topic: call.signer.mac(`push topic: ${row.id}`).slice(0, TOPIC_CHARS),
      urgency: kind === "asks" ? "high" : "normal",
      ttlSeconds: Math.ceil(((endsAt ?? call.now) - call.now) / 1_000),
    };
    return () => send(call, push);
  },
  chainOf: ({ accountId }, { came }) => (came === "gone" ? accountId : null),
  async settled(call, { recipient: id, accountId }, { came }) {
    const store = pushStore(call.db);
    if (came === "delivered") call.write(store.reached(id, call.now));
    if (came !== "gone") return;
    call.write(...store.remove(id));
    recordPushDevice(call, { id, accountId }, "removed");
  },
};

const DROPPED: DeliveryOutcome = { came: "dropped" };
const GONE: DeliveryOutcome = { came: "gone" };

/** Hands the notice of a team on to the devices of its people. */
async function handOn(
  call: CommandCall,
  { accountId: team, conversationId, kind }: Delivery,
): Promise<DeliveryOutcome> {
  if (conversationId === null) return DROPPED;
  const happened = { conversationId, isAsk: kind === "asks" };
  const people = await peopleToTell(call, team, happened);
  const told = { team, conversationId, kind: kind as PushKind };
  call.tellDevices(...people.map((accountId) => ({ ...told, accountId })));
  return DROPPED;
}

/** A notification about to be sent to a device. */
interface Push {
  readonly to: DeviceSubscription;
  readonly text: string;
  /** A notification replaces an earlier one of its topic that was not sent yet. */
  readonly topic: string;
  readonly urgency: "normal" | "high";
  readonly ttlSeconds: number;
}

/** Logs nothing of the answer: the address of a push service is a secret of its device. */
async function send(core: Core, push: Push): Promise<DeliveryOutcome> {
  const { outside, signer, settings, clock, randomBytes } = core;
  const { to, text, topic, urgency, ttlSeconds } = push;
  const keys = {
    p256dh: Buffer.from(to.p256dh, "base64url"),
    auth: Buffer.from(to.auth, "base64url"),
  };
  const sender = { signer, baseUrl: settings.baseUrl, now: clock() };
  try {
    const url = parseForeignUrl(outside, to.endpoint);
    const { status } = await guardedRequest(outside, {
      url,
      isPrivateAllowed: false,
      headers: {
        authorization: await vapidHeader(sender, url),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(ttlSeconds),
        topic,
        urgency,
      },
      body: encryptPush(keys, text, randomBytes),
      answerBytesMax: LIMITS.pushAnswerBytesMax,
      signal: outside.deadline(LIMITS.pushAttemptMs),
    });
    return { came: cameOf(status) };
  } catch {
    return { came: "retry" };
  }
}

function cameOf(status: number): Came {
  if (status === 404 || status === 410) return "gone";
  if (status >= 200 && status < 300) return "delivered";
  return status === TOO_MANY || status >= 500 ? "retry" : "failed";
}

/** The host of a device; an unreadable one delays no other, as composing reports it. */
function hostOf(core: Core, device: PushDevice | undefined): string {
  try {
    return device ? new URL(subscriptionOf(core, device).endpoint).host : "";
  } catch {
    return "";
  }
}

/** The subscription by which a device is reached. */
export function subscriptionOf(
  sealing: Parameters<typeof unseal>[0],
  { subscription }: Pick<PushDevice, "subscription">,
): DeviceSubscription {
  return JSON.parse(unseal(sealing, PUSH_SEAL, subscription));
}

/** The subject of a notice as its person may read it now; undefined if it is no longer needed. */
async function subjectOf(
  call: CommandCall,
  { accountId, conversationId, kind, endsAt, body: team }: Delivery,
  device: PushDevice,
  say: Say,
): Promise<NoticeSubject | undefined> {
  const isWanted = device.kinds.some((it) => it === kind);
  const isOver = endsAt !== null && endsAt <= call.now;
  if (!isWanted || isOver || conversationId === null) return undefined;
  const toldOf = team || accountId;
  if (!(await isToldFor(call, toldOf, accountId))) return undefined;
  return await noticed(call, conversationId, toldOf, say, toldOf !== accountId);
}
