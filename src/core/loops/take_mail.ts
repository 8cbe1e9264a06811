import type {
  MailContent,
  MailHead,
} from "../../../packages/mail-reading/src/read_mail.ts";
import {
  readMailContent,
  readMailHead,
} from "../../../packages/mail-reading/src/read_mail.ts";
import type { Caller } from "../access/context.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { phrase } from "../base/words/say.ts";
import type { Sentence } from "../base/words/sentence.ts";
import { told } from "../base/words/sentence.ts";
import type { NotTaken } from "../conversations/acts/delivery/answerer.ts";
import { answererOf } from "../conversations/acts/delivery/answerer.ts";
import { rowOf, ServiceError } from "../errors/errors.ts";
import { hasOwnLink, withoutOwnLinks } from "../mail/inbound/own_links.ts";
import { MAIL_BOUNDS } from "../mail/mail_bounds.ts";
import { getConversation } from "../operations/get_conversation.ts";
import { sendMessage } from "../operations/send_message.ts";
import { tellRefusedAnswer } from "../operations/tell_refused_answer.ts";
import type { Services } from "../pipeline/call.ts";
import { callOperation } from "../pipeline/call.ts";
import { clock } from "./duty.ts";

/** A mail from the relay. */
export interface HandedOver {
  /** Raw; each character is one byte. */
  readonly message: string;
  /** The recipient in the envelope, if the mail's own fields lack it. */
  readonly recipient?: string | undefined;
}

/** The outcome of a received mail. */
export interface TakenMail {
  readonly outcome: "sent" | "ignored" | "refused";
  /** Why it was not sent. */
  readonly reason: string | null;
  readonly conversationId: string | null;
}

/**
 * Sends an answer by mail as its recipient's message, by the same rules as any message
 * (docs/mail.md). It never accepts: a recipient who has not accepted yet asks with it.
 * @throws temporary errors, such as rate_limited: the relay tries again
 */
export async function takeMail(
  services: Services,
  handed: HandedOver,
): Promise<TakenMail> {
  const taken = await take(services, handed);
  services.measures.mailAnswers.of(taken.outcome).add();
  return taken;
}

async function take(
  services: Services,
  { message, recipient }: HandedOver,
): Promise<TakenMail> {
  const mail = readMailHead(message, MAIL_BOUNDS);
  const recipients = recipient === undefined ? [] : [recipient];
  const answerer = await answererOf(services, mail, [
    ...recipients,
    ...mail.to,
  ]);
  const { row } = answerer;
  if (answerer.not !== undefined) {
    if (row) await tell(services, row.id, mail, WORDS[answerer.not]);
    const outcome = answerer.not === "automatic" ? "ignored" : "refused";
    return { outcome, reason: answerer.not, conversationId: null };
  }
  const { conversationId, principal } = answerer;
  const requestId = `mail-${services.randomBytes(8).toHex()}`;
  const caller: Caller = { principal, via: "mail", requestId };
  try {
    const input = {
      conversationId,
      ...(await usualReply(services, caller, conversationId)),
      ...(await contentOf(
        services,
        await readMailContent(message, MAIL_BOUNDS),
      )),
    };
    // A mail that comes twice is one message.
    const idempotencyKey = `mail-${sha256(mail.messageId)}`;
    const asked = { ...caller, idempotencyKey };
    await callOperation(services, sendMessage, asked, input);
    return { outcome: "sent", reason: null, conversationId };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status } = rowOf(error);
    if (status === 429 || status >= 500) throw error;
    // The same mail, after the conversation has changed.
    if (error.code === "idempotency_mismatch") {
      return { outcome: "ignored", reason: "repeated", conversationId };
    }
    await tell(services, answerer.row.id, mail, error.message);
    return { outcome: "refused", reason: error.code, conversationId };
  }
}

/** The defaults of the conversation's page, except that nothing is accepted. */
async function usualReply(
  services: Services,
  caller: Caller,
  conversationId: string,
) {
  const shown = await callOperation(services, getConversation, caller, {
    conversationId,
  });
  const { actions, replyReaders } = shown.output.conversation;
  const inReplyTo = replyReaders?.inReplyTo;
  const isGuest = caller.principal.kind === "guest";
  return {
    ...(isGuest && { mode: "reply" as const }),
    ...(isGuest && inReplyTo !== undefined && { inReplyTo }),
    ...(actions?.some(({ name }) => name === "ask_first") && { accept: false }),
  };
}

/** @throws invalid_input for a mail without words, or with content that must not be passed on */
async function contentOf(
  { settings }: Services,
  { text, files, isWhole }: MailContent,
) {
  if (!isWhole) {
    throw refused(
      told`it is too long or has more than ${LIMITS.mailPartsMax} parts. Attach fewer files, or reply on the page`,
    );
  }
  const said = withoutOwnLinks(settings, text);
  if (said === "" && files.length === 0) {
    throw refused(told`it contains only the quoted message`);
  }
  if (files.length === 0) return { text: said };
  for (const { filename, mediaType, bytes } of files) {
    if (
      mediaType.startsWith("message/") ||
      (await hasOwnLink(settings, bytes))
    ) {
      throw refused(
        told`${filename} is an email or contains your private link. Leave it out`,
      );
    }
  }
  const attached = files.map(({ filename, mediaType, bytes }) => ({
    filename,
    mediaType,
    raw: bytes.toString("base64"),
  }));
  return { parts: [...(said === "" ? [] : [{ text: said }]), ...attached] };
}

function refused(why: Sentence): ServiceError {
  return new ServiceError("invalid_input", {
    detail: told`Cannot send your reply: ${why}.`,
  });
}

/** Answers the mailbox that the service wrote to, whatever the mail's From. */
async function tell(
  services: Services,
  outboxId: string,
  { messageId }: MailHead,
  why: string,
): Promise<void> {
  const input = { outboxId, messageId, why };
  await callOperation(services, tellRefusedAnswer, clock(services), input);
}

const WORDS: Readonly<Record<NotTaken, string>> = {
  automatic: "",
  unknown_address: "",
  turned_off: "",
  another_sender: phrase`It came from a different address than the one we write to. Reply from that address, or in your inbox.`,
  unproven_sender: phrase`Your email provider didn't prove that it came from you (SPF, DKIM, DMARC). Reply on the page instead.`,
  no_message_id: phrase`It has no Message-ID. Reply on the page instead.`,
};
