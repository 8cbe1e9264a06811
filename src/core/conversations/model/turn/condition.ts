import { cleanText, isReadable } from "../../../base/text.ts";
import type { Sentence } from "../../../base/words/sentence.ts";
import { told, toldAsIs } from "../../../base/words/sentence.ts";
import type { Receipt } from "../../../payments/model.ts";
import { canRead } from "../audience.ts";
import { isAbout } from "../checkpoints_about.ts";
import type { Conversation, Participant } from "../model.ts";
import { SENDER } from "../model.ts";
import { saysNothing } from "../tally.ts";
import { earnsAfter } from "../terms/steps.ts";

/** Whether a release condition is met and by what, or what is missing. */
export type Condition =
  | { readonly met: true; readonly evidence: Receipt["evidence"] }
  | { readonly met: false; readonly missing: Sentence };

/** The missing statement of the payee about what was done. */
export const STATEMENT = "statement";
export const STATEMENT_MISSING = toldAsIs(STATEMENT);

/**
 * Judges the sender's release condition for one recipient, who signs with or without a
 * statement (docs/money.md, Receipts). The evidence names what met it, and nothing that the
 * sender cannot read. `accepted` is met by the signature itself.
 */
export function conditionFor(
  conversation: Conversation,
  recipient: Participant,
  statement?: string,
): Condition {
  const { release, releaseAction } = conversation;
  const said = readSignerStatement(statement);
  const evidence = {
    messageIds: [],
    artifactIds: [],
    ...(said !== undefined && { statement: said }),
  };
  if (isUnconditional(conversation)) return { met: true, evidence };
  if (release === "accepted") {
    const decisionId = acceptanceBy(conversation, recipient);
    return {
      met: true,
      evidence: {
        ...evidence,
        ...(decisionId !== undefined && { decisionId }),
      },
    };
  }
  if (release === "replied") {
    const messageIds = messagesBy(conversation, recipient);
    return messageIds.length === 0
      ? unmet(told`a reply from the recipient that the sender can read`)
      : { met: true, evidence: { ...evidence, messageIds } };
  }
  if (releaseAction?.type !== "artifact") {
    if (said === undefined) return unmet(STATEMENT_MISSING);
    // Evidence in addition to the signer's words, for doubters.
    const messageIds = messagesBy(conversation, recipient);
    const artifactIds = filesBy(conversation, recipient);
    return { met: true, evidence: { ...evidence, messageIds, artifactIds } };
  }
  const { mimeType } = releaseAction;
  const artifactIds = filesBy(conversation, recipient, mimeType);
  if (artifactIds.length > 0) {
    return { met: true, evidence: { ...evidence, artifactIds } };
  }
  return unmet(
    mimeType
      ? told`a file of type ${mimeType} from the recipient`
      : told`a file from the recipient`,
  );
}

/**
 * True for a request without a price whose sender chose no release: a receipt only says that
 * it is done. If the choice was not stored, a non-default release counts as chosen.
 */
export function isUnconditional({
  price,
  payment,
  release,
  releaseChosen,
}: Pick<
  Conversation,
  "price" | "payment" | "release" | "releaseChosen"
>): boolean {
  const isChosen = releaseChosen ?? release !== "replied";
  return price === 0 && payment === null && !isChosen;
}

const unmet = (missing: Sentence) => ({ met: false, missing }) as const;

/** A payee's words without invisible control characters; undefined if none are left. */
export function readSignerStatement(statement = ""): string | undefined {
  const clean = cleanText(statement).trim();
  return isReadable(clean) ? clean : undefined;
}

/**
 * The recipient's own messages that the sender can read, without automatic ones, since they
 * agreed on the price.
 */
function messagesBy(
  conversation: Conversation,
  { position }: Participant,
): readonly string[] {
  const { message: since } = earnsAfter(conversation);
  return conversation.messages
    .filter(
      (message) =>
        message.author === position &&
        message.seq > since &&
        !message.asksFirst &&
        !saysNothing(message) &&
        message.authorKind !== "service" &&
        canRead(message, SENDER),
    )
    .map((message) => message.id);
}

/** The same for their files of a type, or of any. */
function filesBy(
  conversation: Conversation,
  { position }: Participant,
  mimeType?: string,
): readonly string[] {
  const { file: since } = earnsAfter(conversation);
  return conversation.artifacts
    .filter(
      (file) =>
        file.addedBy === position &&
        file.seq > since &&
        canRead(file, SENDER) &&
        (mimeType === undefined || file.mimeType === mimeType),
    )
    .map((file) => file.id);
}

/** The acceptance that the recipient gave, or gives by signing. */
function acceptanceBy(
  { checkpoints }: Conversation,
  { accountId }: Participant,
): string | undefined {
  return checkpoints.findLast(
    (it) =>
      isAbout(it, "accept") &&
      it.forAccountId === accountId &&
      (it.status === "approved" || it.status === "open"),
  )?.id;
}

/**
 * True once the recipient has earned the price, so the sender can no longer take it back:
 * judged only by the record itself.
 */
export function isEarned(
  conversation: Conversation,
  recipient: Participant,
): boolean {
  const { state, previousState } = conversation;
  const standing = state === "input-required" ? previousState : state;
  switch (conversation.release) {
    case "accepted":
      return standing === "working" || isAsked(conversation);
    case "replied":
      return conditionFor(conversation, recipient).met;
    case "converted":
      return (
        conversation.releaseAction?.type === "artifact" &&
        conditionFor(conversation, recipient).met
      );
  }
}

/** True while the payee waits for the sender to fund a raised price. */
function isAsked({ payment }: Conversation): boolean {
  return payment?.status === "held" && payment.asked !== null;
}
