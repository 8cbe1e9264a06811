import type { Say } from "../../base/words/say.ts";
import type { Conversation, Participant } from "../model/model.ts";

/**
 * What has to happen before a held price is paid, as a sentence without a word of the
 * sender's: `releaseAction` holds what they wrote, to be shown beside it. Pure.
 */
export function conditionWords(
  { release, releaseAction }: Pick<Conversation, "release" | "releaseAction">,
  payee: Pick<Participant, "address"> | undefined,
  say: Say,
): string {
  const who = payee?.address ?? say`The recipient`;
  if (release === "accepted") return say`${who} accepts the request.`;
  if (release === "replied") return say`${who} replies.`;
  switch (releaseAction?.type) {
    case "artifact":
      return releaseAction.mimeType === undefined
        ? say`${who} adds a file.`
        : say`${who} adds a file of type ${releaseAction.mimeType}.`;
    case "url_visit":
      return say`${who} confirms a visit to the page that the sender names.`;
    default:
      return say`${who} confirms what the sender asks for.`;
  }
}
