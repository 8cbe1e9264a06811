import { checkCall } from "../../../access/access.ts";
import { phrase } from "../../../base/words/say.ts";
import { told } from "../../../base/words/sentence.ts";
import { wouldAccept } from "../../acts/checkpoints/may_accept.ts";
import { refusePending } from "../../acts/checkpoints/waiting.ts";
import { wasSent } from "../../acts/store/views_store.ts";
import { refuseFullOfFiles } from "../../acts/thread/artifacts.ts";
import { checkAsksFirst } from "../../acts/thread/ask_first.ts";
import { refuseBlocked } from "../../acts/thread/blocked_sender.ts";
import { isUnsent } from "../../acts/thread/closed.ts";
import {
  actWaits,
  messageWaits,
  refuseToAdd,
} from "../../acts/thread/may_write.ts";
import { refuseFullOfMessages } from "../../acts/thread/reply.ts";
import { audienceOfFile, usualMode } from "../../model/audience.ts";
import { CALLABLE } from "../../model/callable.ts";
import { afterwordsUntil, isTerminal } from "../../model/states.ts";
import type { Permit, Row, Standpoint } from "./action.ts";
import { AT_ONCE } from "./action.ts";

/** True if messages and files can be added. */
function isOpen({ conversation }: Standpoint): boolean {
  const { state } = conversation;
  return state !== "draft" && !isTerminal(state) && !isUnsent(conversation);
}

/** True for a message after a completion, over a wire that supports it. */
function isAfterword({ call, conversation }: Standpoint): boolean {
  const until = afterwordsUntil(conversation);
  return until !== undefined && call.now < until && call.caller.via !== "a2a";
}

const mayStillAccept = ({ conversation, me }: Standpoint) =>
  wouldAccept(conversation, me);

const WAITS = phrase`Your person reads it and decides whether to send it.`;

/** The actions that add messages and files to an open conversation. */
export const OF_THREADS: readonly Row[] = [
  {
    name: "reply",
    operation: CALLABLE.send.name,
    title: ({ call: { say } }) => say`Reply`,
    isFor: (at) => isOpen(at) || isAfterword(at),
    async permit(at) {
      refuseMessage(at);
      return await permitMessage(at, false);
    },
    effect(at, { waits }) {
      const { say } = at.call;
      if (waits) return say.of(WAITS);
      if (isAfterword(at)) {
        return say`Sends your message to replyReaders. The conversation stays completed.`;
      }
      if (!wasSent(at.conversation)) {
        return say`Adds to the request. Recipients see it once the request is sent.`;
      }
      return mayStillAccept(at)
        ? say`Accepts the request and sends your message to replyReaders.`
        : say`Sends your message to replyReaders.`;
    },
    needs: () => ["text"],
  },
  {
    name: "ask_first",
    operation: CALLABLE.send.name,
    title: ({ call: { say } }) => say`Ask first`,
    isFor: (at) => isOpen(at) && mayStillAccept(at),
    async permit(at) {
      refuseMessage(at);
      checkAsksFirst(at.conversation, at.me, false);
      return await permitMessage(at, true);
    },
    effect: ({ call: { say } }, { waits }) =>
      waits
        ? say.of(WAITS)
        : say`Asks the sender a question with accept: false. It accepts nothing, and held money stays held.`,
    needs: () => ["text", "accept"],
  },
  {
    name: "ask_person",
    operation: CALLABLE.send.name,
    title: ({ call: { say } }) => say`Ask your person`,
    isFor: (at) =>
      isOpen(at) && at.call.member.kind === "agent" && at.me.role === "to",
    permit(at) {
      refuseMessage(at);
      refusePending(at.call, at.conversation, "ask");
      return AT_ONCE;
    },
    effect: ({ call: { say } }) =>
      say`Asks your own person with needsInput: true. No one else sees it, and the work pauses until they answer.`,
    needs: () => ["text", "needsInput"],
  },
  {
    name: "add_file",
    operation: CALLABLE.addFile.name,
    title: ({ call: { say } }) => say`Add a file`,
    isFor: isOpen,
    async permit({ call, conversation, me, blockers }): Promise<Permit> {
      checkCall(CALLABLE.addFile, call.member);
      const what = told`add a file`;
      refuseToAdd(call, conversation, "artifacts:write", what);
      refuseBlocked(blockers, audienceOfFile(conversation, me), what);
      refuseFullOfFiles(conversation, 1);
      return { waits: await actWaits(call, conversation, me, "artifact") };
    },
    effect(at, { waits }) {
      const { say } = at.call;
      if (waits) {
        return say`Your person sees the file and decides.`;
      }
      return mayStillAccept(at)
        ? say`Accepts the request and shows the file to the accounts in the conversation.`
        : say`Shows the file to the accounts in the conversation; ordinary email addresses get it with a message.`;
    },
    needs: () => ["name", "mimeType", "bytes"],
  },
];

function refuseMessage({ call, conversation }: Standpoint): void {
  checkCall(CALLABLE.send, call.member);
  const what = told`add a message`;
  refuseToAdd(call, conversation, "conversations:write", what);
  refuseFullOfMessages(conversation);
}

/** A message without a mode: it reaches the default readers of this wire. */
async function permitMessage(
  { call, conversation, me, blockers }: Standpoint,
  asksFirst: boolean,
): Promise<Permit> {
  const mode = usualMode(conversation, me, { via: call.caller.via });
  const outline = { mode, asksFirst, blockers };
  return { waits: await messageWaits(call, conversation, me, outline) };
}

/** True if the conversation can still be ended or paid. */
export function isUnderWay(at: Standpoint): boolean {
  const { state } = at.conversation;
  return state !== "draft" && !isTerminal(state);
}
