import type { QueryClient } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import { showEverywhere } from "../api/lists.ts";
import { sentenceOf } from "../api/problem.ts";
import type { Conversation } from "../api/types.ts";
import { dismiss, toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";

/** When a draft is sent: at a time (RFC 3339), or after a number of seconds. */
export type When = { readonly sendAt: string } | { readonly inSeconds: number };

/** What a page needs to send, beside the draft. */
interface Sender {
  readonly client: QueryClient;
  readonly navigate: (path: string) => void;
}

/** How long after its time to check: the service sends within a second. */
const AFTER_MS = 1_500;
const SHOWN_MS = 10_000;

const SAYS: Partial<Record<Conversation["state"], string>> = {
  submitted: t`Sent`,
  working: t`Sent`,
  completed: t`Sent and answered`,
  "auth-required": t`Waiting for payment. See Money for what's missing`,
  "input-required": t`Waiting for approval before it's sent`,
};

/** The text about a conversation that has just been sent. */
export function sentWords({ state, nextStep }: Conversation): string {
  return SAYS[state] ?? nextStep.text;
}

/** Schedules a draft; null unschedules it. */
export async function schedule(
  id: string,
  when: When | { readonly sendAt: null },
): Promise<Conversation> {
  const { conversation } = await inbox.scheduleDraft({
    conversationId: id,
    ...when,
  });
  return conversation;
}

/** Announces that a draft will be sent, offers to undo it, and reports the result. */
export function announce(
  { id, sendAt }: Conversation,
  when: When,
  sender: Sender,
): void {
  const isSoon = "inSeconds" in when;
  const said = toast({
    text: isSoon
      ? t`Sending in ${when.inSeconds} s`
      : t`Scheduled for ${whenText(sendAt ?? when.sendAt)}`,
    shownMs: isSoon ? when.inSeconds * 1_000 : SHOWN_MS,
    undo: () => void takeBack(id, sender),
  });
  if (!isSoon) return;
  setTimeout(
    () => void tell(id, said, sender).catch(() => {}),
    when.inSeconds * 1_000 + AFTER_MS,
  );
}

async function takeBack(id: string, { client, navigate }: Sender) {
  try {
    showEverywhere(client, await schedule(id, { sendAt: null }));
    navigate(`/compose/${id}`);
  } catch (error) {
    toast({ text: sentenceOf(error), isError: true });
  }
}

/** Reports nothing if it was undone, or scheduled for later. */
async function tell(id: string, said: number, { client, navigate }: Sender) {
  const { conversation } = await inbox.getConversation({
    conversationId: id,
  });
  dismiss(said);
  showEverywhere(client, conversation);
  const { state, sendFailure } = conversation;
  if (state !== "draft") toast({ text: sentWords(conversation) });
  else if (sendFailure) {
    toast({ text: sendFailure.detail, isError: true });
    navigate(`/compose/${id}`);
  }
}
