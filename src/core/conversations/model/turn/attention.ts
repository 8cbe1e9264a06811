import type { Act } from "../acts.ts";
import { isAbout, openAbout } from "../checkpoints_about.ts";
import type { Checkpoint, Conversation, Participant } from "../model.ts";
import { SENDER } from "../model.ts";
import { payeeOf } from "../payee.ts";
import type { Section } from "../schemas.ts";
import { SECTIONS } from "../schemas.ts";
import { isTerminal } from "../states.ts";
import { questionAsked } from "../tally.ts";
import { agreedOf } from "../terms/agreed.ts";
import { freezeOf } from "../terms/disputed.ts";
import { conditionStanding } from "./present_steps.ts";
import { freelyAnswered, unpayableAsk } from "./unpayable_ask.ts";

/** The needs of a conversation: those of one viewer, or of others for them. */
export interface Attention {
  /** The most urgent section of the viewer's needs; null if there is none. */
  readonly section: Section | null;
  /** True for the first message of a stranger who offers nothing and asks for nothing else. */
  readonly isRequest: boolean;
  /** True if the viewer asked for something and others must act. */
  readonly waits: boolean;
}

/** The section of a checkpoint by its act; an acceptance's depends on its price. */
const SECTION_OF: Readonly<Record<Exclude<Act, "accept">, Section>> = {
  refund: "money",
  raise_price: "money",
  proposal: "money",
  dispute: "money",
  arbitration: "money",
  submit: "approvals",
  outward: "approvals",
  reply: "approvals",
  artifact: "approvals",
  complete: "approvals",
  receipt: "approvals",
  cancel: "approvals",
  grant: "approvals",
  ask: "replies",
};

/**
 * The viewer's part in a conversation: a decision, a signature or work for a held price,
 * or a question to them (docs/messages.md, Needs you). Pure.
 */
export function attentionOf(
  conversation: Conversation,
  viewer: Participant,
): Attention {
  const open = conversation.checkpoints.filter(
    (it) => it.status === "open" && it.forAccountId === viewer.accountId,
  );
  const isStranger = !viewer.knows.includes(SENDER);
  if (open.length > 0 && isStranger && open.every(offersNothing)) {
    return { section: null, isRequest: true, waits: false };
  }
  const sections = new Set(open.map(sectionOf));
  const unasked = sectionUnasked(conversation, viewer);
  if (unasked) sections.add(unasked);
  const section = SECTIONS.find((it) => sections.has(it)) ?? null;
  const waits = section === null && waitsForOthers(conversation, viewer);
  return { section, isRequest: false, waits };
}

function offersNothing(it: Checkpoint): boolean {
  return isAbout(it, "accept") && Number(it.action.price) === 0;
}

function sectionOf(it: Checkpoint): Section {
  const { act } = it.action;
  if (act !== "accept") return SECTION_OF[act];
  return offersNothing(it) ? "approvals" : "money";
}

/**
 * True while a wallet is asked to pay at another service, which says so some time after the
 * request. Pure.
 */
function isAskedElsewhere(payment: Conversation["payment"]): boolean {
  return !!payment?.reclaim && payment.terms !== null && !payment.pendingAt;
}

/** The section that needs the viewer without a checkpoint. */
function sectionUnasked(
  conversation: Conversation,
  viewer: Participant,
): Section | undefined {
  const { state, payment } = conversation;
  if (viewer.role === "sender") {
    const isAgreed = agreedOf(conversation) && !payment?.pendingAt;
    const isAsked = isAskedElsewhere(payment) || isAgreed;
    if (state === "auth-required" && isAsked) return "money";
    const asked =
      questionAsked(conversation, viewer) ??
      unpayableAsk(conversation, viewer) ??
      freelyAnswered(conversation);
    return asked ? "replies" : undefined;
  }
  if (state !== "submitted" && state !== "working") return undefined;
  if (freezeOf(conversation)) return undefined;
  if (payment?.status !== "held" || payeeOf(conversation) !== viewer) {
    return undefined;
  }
  const isMet = conditionStanding(conversation)?.met ?? true;
  return isMet ? "money" : "replies";
}

/** The sender waits for the recipients, the payee for the sender's answer. */
function waitsForOthers(
  conversation: Conversation,
  viewer: Participant,
): boolean {
  const { state, participants } = conversation;
  const isSent = participants[SENDER + 1]?.deliveryState !== "pending";
  if (!isSent || state === "draft") return false;
  const isOpen = !isTerminal(state);
  if (viewer.role === "sender") {
    return isOpen || openAbout(conversation, "refund").length > 0;
  }
  const isHeldUp =
    state === "auth-required" ||
    state === "input-required" ||
    openAbout(conversation, "proposal").length > 0 ||
    freezeOf(conversation) !== undefined;
  return isHeldUp && payeeOf(conversation) === viewer;
}
