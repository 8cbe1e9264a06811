import {
  CONTACT_TITLES,
  contactWords,
} from "../../../../src/core/base/contact_titles.ts";
import type { Message, Participant } from "../api/types.ts";
import { hostIn } from "../compose/resolved.ts";
import { Badge } from "../ui/badge.tsx";
import { t } from "../ui/t.ts";
import { KIND_WORDS } from "../ui/words.ts";

/** The service's own facts about an author, and separately the author's claim. */
export function TrustBadges({
  trust: { relation, contactType, claimedType, firstContact, origin, wallet },
  author,
}: {
  trust: Message["trust"];
  author: Pick<Participant, "kind">;
}) {
  if (relation === "self") {
    return <Badge look="text-soft">{t`You`}</Badge>;
  }
  if (relation === "service") {
    return <Badge look="bg-good-back text-good">{t`This service`}</Badge>;
  }
  // The name already tells who acted.
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
            ? t.of(CONTACT_TITLES[contactType])
            : t`In your contacts`}
          {kind}
        </Badge>
      ) : (
        <Badge look="bg-warn-back text-warn">
          {firstContact
            ? t`Not in your contacts, first message`
            : t`Not in your contacts`}
          {kind}
        </Badge>
      )}
      {wallet && (
        <Badge look="border border-line text-soft">
          {t`A wallet, without an account`}
        </Badge>
      )}
      {origin && (
        <Badge look="border border-line text-soft">
          {t`at ${hostIn(origin)}`}
        </Badge>
      )}
      {isClaim && (
        <Badge look="border border-line text-soft">
          {t`Claims to be: ${t.of(contactWords(claimedType))}`}
        </Badge>
      )}
    </>
  );
}
