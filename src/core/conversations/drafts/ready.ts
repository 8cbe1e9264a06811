import type { QueryCall } from "../../access/context.ts";
import { refuseNobodyHere } from "../../addresses/nobody_here.ts";
import { cleanLine, firstChars } from "../../base/text.ts";
import { ServiceError } from "../../errors/errors.ts";
import type { Review } from "../../review/review.ts";
import { isForAgentsOnly } from "../model/audience.ts";
import type { Conversation, Participant } from "../model/model.ts";
import { isEmpty } from "../model/seen.ts";
import { textOf } from "../projection/present_message.ts";
import { invalid } from "./compose.ts";
import { resolveRecipients } from "./recipients.ts";

const TITLE_CHARS_FROM_TEXT = 80;

/**
 * Resolves the recipients and checks that there is something to send.
 * @throws invalid_input
 */
export async function readyToSend(
  call: QueryCall,
  draft: Conversation,
): Promise<Conversation> {
  const participants = await resolveRecipients(call, draft);
  refuseIncomplete(draft, participants);
  if (draft.price > 0) await refuseNobodyHere(call, participants);
  const [message] = draft.messages;
  if (draft.price > 0 && isForAgentsOnly({ participants })) {
    throw invalid(
      "/price",
      "not_payable",
      "the service's own agents are free and are never paid",
    );
  }
  const text = textOf(message?.parts ?? []).trim();
  const title =
    draft.title ||
    firstChars(cleanLine(text.split("\n")[0] ?? ""), TITLE_CHARS_FROM_TEXT) ||
    "(no title)";
  return { ...draft, participants, title };
}

/**
 * Refuses what has nobody to go to, or nothing to say.
 * @throws invalid_input
 */
export function refuseIncomplete(
  { messages: [message], artifacts }: Conversation,
  participants: readonly Participant[],
): void {
  if (participants.length < 2) {
    throw invalid("/to", "required", "name at least one other recipient");
  }
  if ((!message || isEmpty(message.parts)) && artifacts.length === 0) {
    throw invalid("/parts", "required", "the message is empty");
  }
}

/**
 * Refuses what would leave under somebody else's address.
 * @throws from_not_verified
 */
export function refuseForeignFrom({ rules }: Review): void {
  const from = rules.find((it) => it.id === "R-FROM");
  if (from?.outcome !== "deny") return;
  throw new ServiceError("from_not_verified", {
    detail: `Cannot send from this address: ${from.detail}`,
    errors: [{ pointer: "/fromAddress", code: "R-FROM", detail: from.detail }],
  });
}
