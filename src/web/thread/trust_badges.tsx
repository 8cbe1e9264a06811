import { CONTACT_TITLES } from "../../core/base/contact_titles.ts";
import type { Message, Participant } from "../api/types.ts";
import { Badge } from "../ui/badge.tsx";
import { KIND_WORDS } from "../ui/words.ts";

/** What the service says of an author to this reader, and apart from it what they claim. */
export function TrustBadges({
  trust: { relation, contactType, claimedType, firstContact },
  author,
}: {
  trust: Message["trust"];
  author: Pick<Participant, "kind">;
}) {
  if (relation === "self") {
    return <Badge look="text-soft">You</Badge>;
  }
  if (relation === "service") {
    return <Badge look="bg-good-back text-good">This service</Badge>;
  }
  // The name says already who acted.
  const kind = author.kind === "email" ? ` · ${KIND_WORDS.email}` : "";
  const isClaim =
    claimedType !== undefined &&
    claimedType !== "everyone" &&
    claimedType !== contactType;
  return (
    <>
      {relation === "contact" ? (
        <Badge look="bg-good-back text-good">
          {contactType && contactType !== "everyone"
            ? CONTACT_TITLES[contactType]
            : "In your contacts"}
          {kind}
        </Badge>
      ) : (
        <Badge look="bg-warn-back text-warn">
          Not in your contacts{firstContact ? ", first message" : ""}
          {kind}
        </Badge>
      )}
      {isClaim && (
        <Badge look="border border-line text-soft">
          Claims to be: {CONTACT_TITLES[claimedType].toLowerCase()}
        </Badge>
      )}
    </>
  );
}
