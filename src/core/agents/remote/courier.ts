import { LIMITS } from "../../base/limits.ts";
import { showTime } from "../../base/time.ts";
import type { Answer } from "../question.ts";
import { list, mayTell } from "../question.ts";
import type { Outsider } from "../store.ts";
import { serviceAgentStore } from "../store.ts";

/** The state of an invite, in words that claim nothing too early. */
const WORDS: Readonly<Record<string, string>> = {
  pending: "not invited yet",
  invite_queued: "invite queued, not sent yet",
  invite_deferred:
    "invite waits: the address has had its invites of a day, one mail will tell of all",
  invite_limited:
    "no invite: too many were queued lately; the next message tries again",
  invite_sent: "invite sent",
  invite_bounced: "the invite came back",
  no_such_account: "no invite: nobody has this address here",
  invite_suppressed: "no invite: the address wants none",
  opened: "opened by its reader",
  declined: "declined",
  joined: "has joined",
};

const CARRIES = [
  "I carry invites to ordinary addresses: who writes, the price that is held for them if there is one, and a link, never your words.",
  `An address hears of each message, ${LIMITS.invitesPerSeatDayMax} times a day for one conversation and ${LIMITS.invitesPerAddressDayMax} times in all, whoever sends; what is more is gathered into one mail. You may cause ${LIMITS.invitesPerSenderHourMax} an hour.`,
].join("\n");

/** `courier`: delivery state of the requester's invites. */
export const answerCourier: Answer = async ({ requester }, { db }) => {
  const told = mayTell(requester, "conversations:read");
  if ("why" in told) return `${CARRIES}\n\n${told.why}`;
  const outsiders = await serviceAgentStore(db).outsiders(told.accountId);
  return [
    CARRIES,
    list(
      "The latest:",
      outsiders.map(lineOf),
      "You have not written to an ordinary address lately.",
    ),
  ].join("\n\n");
};

function lineOf({ address, title, deliveryState, deliveryAt }: Outsider) {
  const words = WORDS[deliveryState] ?? deliveryState;
  return `${address}, "${title}": ${words} (${showTime(deliveryAt)})`;
}
