import type { Say } from "../../../base/words/say.ts";
import type { Conversation } from "../model.ts";

type Released = Pick<Conversation, "release" | "releaseAction">;

/**
 * The condition for paying a held price, as a sentence without a word of the sender's:
 * `releaseAction` holds their own words, to be shown beside it. Pure.
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
      return say`${who} confirms a visit to the page that the sender names.`;
    default:
      return say`${who} confirms what the sender asks for.`;
  }
}

/** The same as a sentence to the one who is paid. Pure. */
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
      return say`You confirm a visit to the page that the sender names.`;
    default:
      return say`You confirm what the sender asks for.`;
  }
}

/** The condition that earns a held price, for the person asked to accept the request. Pure. */
export function earnedWords(
  { release, releaseAction }: Released,
  price: string,
  say: Say,
): string {
  if (release === "accepted") {
    return say`The ${price} is yours once you sign the receipt.`;
  }
  if (release === "replied") {
    return say`The ${price} is yours once you reply and sign the receipt.`;
  }
  switch (releaseAction?.type) {
    case "artifact":
      return releaseAction.mimeType === undefined
        ? say`The ${price} is yours once you add a file and sign the receipt.`
        : say`The ${price} is yours once you add a file of type ${releaseAction.mimeType} and sign the receipt.`;
    case "url_visit":
      return say`The ${price} is yours once you confirm a visit to the page that the sender names, and sign the receipt.`;
    default:
      return say`The ${price} is yours once you confirm what the sender asks for, and sign the receipt.`;
  }
}
