import type { Say } from "../../../base/words/say.ts";
import type { Conversation } from "../model.ts";

type Released = Pick<Conversation, "release" | "releaseAction">;

/**
 * The condition for paying a held price, as a sentence without the sender's words:
 * `releaseAction` has these, shown next to it. Pure.
 */
export function conditionWords(
  { release, releaseAction }: Released,
  payee: { readonly address: string } | undefined,
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
      return say`${who} confirms visiting the sender's page.`;
    default:
      return say`${who} confirms doing what the sender asks.`;
  }
}

/** The same as a sentence for the payee. Pure. */
export function ownConditionWords(
  { release, releaseAction }: Released,
  say: Say,
): string {
  if (release === "accepted") return say`You accept the request.`;
  if (release === "replied") return say`You reply.`;
  switch (releaseAction?.type) {
    case "artifact":
      return releaseAction.mimeType === undefined
        ? say`You add a file.`
        : say`You add a file of type ${releaseAction.mimeType}.`;
    case "url_visit":
      return say`You confirm visiting the sender's page.`;
    default:
      return say`You confirm doing what the sender asks.`;
  }
}

/** The steps by which the payee earns a held price. Pure. */
export function earnedWords(
  { release, releaseAction }: Released,
  price: string,
  say: Say,
): string {
  if (release === "accepted") {
    return say`Sign the receipt to get ${price}.`;
  }
  if (release === "replied") {
    return say`Reply, then sign the receipt to get ${price}.`;
  }
  switch (releaseAction?.type) {
    case "artifact":
      return releaseAction.mimeType === undefined
        ? say`Add a file, then sign the receipt to get ${price}.`
        : say`Add a file of type ${releaseAction.mimeType}, then sign the receipt to get ${price}.`;
    case "url_visit":
      return say`Visit the sender's page, then sign the receipt to get ${price}.`;
    default:
      return say`Do what the sender asks, then sign the receipt to get ${price}.`;
  }
}
