import type { Conversation, Message } from "../api/types.ts";
import { openQuestions } from "../checkpoint/asked_about.ts";
import { hostIn } from "../compose/resolved.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { asStart } from "../ui/words.ts";
import { Added, saysMore } from "./added.tsx";
import { FileCard } from "./files/file_card.tsx";
import { MessageParts } from "./parts.tsx";
import { TrustBadges } from "./trust_badges.tsx";

/** One message: its author and who acted for them in a quiet line, then its text. */
export function MessageItem({
  message,
  conversation,
  follows,
}: {
  message: Message;
  conversation: Conversation;
  /** True if the message before it already names the author. */
  follows: boolean;
}) {
  const files = conversation.artifacts.filter(({ artifactId }) =>
    message.artifactIds.includes(artifactId),
  );
  const isAsked = openQuestions(conversation).some(
    ({ proposal }) => proposal.messageId === message.messageId,
  );
  return (
    <article
      id={message.messageId}
      aria-label={t`Message from ${message.actor.label}`}
      className={`group mb-6 grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 ${follows ? "-mt-5" : ""}`}
    >
      {follows ? (
        <span className="justify-self-end whitespace-nowrap text-2xs/6 text-quiet opacity-0 group-focus-within:opacity-100 group-hover:opacity-100">
          <Time at={message.createdAt} isShort />
        </span>
      ) : (
        <MessageAvatar message={message} />
      )}
      <div className="min-w-0">
        {!follows && <Head message={message} conversation={conversation} />}
        <div className="text-read">
          <MessageParts
            parts={message.parts}
            isWhole={isAsked}
            terms={message.mode === "initial" ? conversation.terms : undefined}
          />
        </div>
        {saysMore(message.a2a) && <Added a2a={message.a2a} />}
        {files.length > 0 && (
          <ul aria-label={t`Files of this message`} className="mt-1 grid gap-2">
            {files.map((it) => (
              <li key={it.artifactId} id={it.artifactId}>
                <FileCard file={it} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

/** True if a program wrote it, for whomever. */
function isByAgent({ actor: { kind } }: Message): boolean {
  return kind === "agent" || kind === "service";
}

function MessageAvatar({ message }: { message: Message }) {
  const { actor, author } = message;
  return (
    <Avatar
      name={actor.name ?? (author.displayName || actor.label)}
      kind={isByAgent(message) ? "agent" : author.kind}
    />
  );
}

/** A message's author, time and readers. */
function Head({
  message,
  conversation,
}: {
  message: Message;
  conversation: Conversation;
}) {
  const { author, createdAt, mode, trust, accept } = message;
  // The service knows nobody in an imported one, whose note says so once.
  const isUnknown = trust.relation === "stranger" && !conversation.imported;
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5">
      <h2 className="font-semibold">
        <bdi>{nameOfActor(message, conversation)}</bdi>
      </h2>
      <WhoMark message={message} />
      <span className="text-quiet text-xs">
        {trust.relation !== "self" && (
          <>
            <bdi>{author.address}</bdi> ·{" "}
          </>
        )}
        {trust.origin && !isUnknown && <>{t`at ${hostIn(trust.origin)}`} · </>}
        <Time at={createdAt} isShort />
        {message.onlyYou && ` · ${onlyOwnWords(conversation)}`}
        {accept === false && ` · ${t`Asked before accepting`}`}
        {mode === "reply" && isOfMore(conversation) && ` · ${t`Private reply`}`}
      </span>
      {isUnknown && mode !== "initial" && (
        <TrustBadges trust={trust} author={author} />
      )}
    </div>
  );
}

/** True if others than its two sides are in it: an arbiter reads both. */
function isOfMore({ participants }: Conversation): boolean {
  return participants.filter(({ role }) => role !== "arbiter").length > 2;
}

/** The name of the author; for a program's own account, its own name. */
function nameOfActor(
  { actor, author: { address, displayName } }: Message,
  { participants }: Conversation,
): string {
  const account = participants.find((it) => it.address === address);
  const isItself = actor.kind === "agent" && account?.kind === "agent";
  return isItself && actor.name === undefined && displayName
    ? displayName
    : asStart(actor);
}

/** Whose eyes a message is for that only the reader's account sees. */
function onlyOwnWords({ assignee }: Conversation): string {
  return assignee === undefined ? t`Only you can see this` : t`Internal note`;
}

/** Whether a program or a guest wrote, and whether it was on the reader's side. */
function WhoMark({ message }: { message: Message }) {
  const { actor, trust } = message;
  const isOwn = trust.relation === "self";
  if (trust.relation === "service") {
    return <Badge look="bg-good-back text-good">{t`This service`}</Badge>;
  }
  if (isByAgent(message)) {
    return (
      <Badge look="bg-agent-back text-agent">
        {isOwn ? t`Your agent` : t`agent`}
      </Badge>
    );
  }
  if (actor.kind === "guest") {
    return <Badge look="bg-faint text-soft">{t`guest`}</Badge>;
  }
  // A member of the team is named, whoever reads it.
  const isSelf = isOwn && actor.name === undefined;
  return isSelf && <Badge look="bg-faint text-soft">{t`You`}</Badge>;
}
