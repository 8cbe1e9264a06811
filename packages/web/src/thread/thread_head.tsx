import type { Ref } from "react";
import { Link } from "wouter";
import type { Conversation, Message } from "../api/types.ts";
import { labelPlace } from "../shell/views.ts";
import { Badge, Label } from "../ui/badge.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { DisputeStrip } from "./dispute/dispute_strip.tsx";
import { Deadline } from "./money/deadline.tsx";
import { Money, Standing } from "./money/money.tsx";
import { StandingProposals } from "./money/standing_proposals.tsx";
import { ownPart } from "./parties.ts";
import { People } from "./people.tsx";
import { TrustBadges } from "./trust_badges.tsx";

/** The title of a conversation; its people and price in one line; the stages of the price. */
export function ThreadHead({
  conversation,
  accountId,
  isDecided,
  heading,
}: {
  conversation: Conversation;
  accountId: string;
  /** True if the decision bar says what to do. */
  isDecided: boolean;
  heading: Ref<HTMLHeadingElement>;
}) {
  const { title, stateTitle, labels, nextStep, imported, payment } =
    conversation;
  const first = firstOfOther(conversation);
  const step = <bdi>{nextStep.text}</bdi>;
  return (
    <div className="mb-6">
      <h1
        ref={heading}
        tabIndex={-1}
        title={title}
        className="line-clamp-3 font-semibold text-xl outline-none active:line-clamp-none"
      >
        <bdi>{title || t`(no title)`}</bdi>
      </h1>
      <People conversation={conversation} accountId={accountId}>
        {first && !imported && (
          <TrustBadges trust={first.trust} author={first.author} />
        )}
        <Standing payment={payment} />
        {/* Where a price goes its way, its steps say how far it has come. */}
        {(payment.status === "none" || imported) && (
          <Badge look="bg-faint text-soft">{stateTitle}</Badge>
        )}
      </People>
      <Money conversation={conversation} />
      <Deadline conversation={conversation} />
      <StandingProposals conversation={conversation} />
      <DisputeStrip
        conversation={conversation}
        me={ownPart(conversation, accountId)}
      />
      {labels.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-1.5">
          {labels.map((label) => (
            <Link key={label} href={labelPlace(label).path} className="flex">
              <Label name={label} />
            </Link>
          ))}
        </div>
      )}
      {nextStep.who !== "nobody" && !isDecided && (
        <p className="hint mt-2">
          {nextStep.who === "you" ? rich`Your turn: ${step}` : step}
        </p>
      )}
    </div>
  );
}

/** The first message of another participant, by whom the reader recognizes the conversation. */
function firstOfOther({ messages }: Conversation): Message | undefined {
  const isOther = ({ trust }: Message) =>
    trust.relation === "contact" || trust.relation === "stranger";
  return messages.find(isOther);
}
