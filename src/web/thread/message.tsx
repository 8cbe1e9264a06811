import type { Conversation, Message } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { asStart } from "../ui/words.ts";
import { Added, saysMore } from "./added.tsx";
import { MessageParts } from "./parts.tsx";
import { TrustBadges } from "./trust_badges.tsx";

/** One message: who wrote it and how well they are known, then what they wrote, as text. */
export function MessageItem({
  message,
  conversation,
}: {
  message: Message;
  conversation: Conversation;
}) {
  const { author, actor, createdAt, mode, trust, accept } = message;
  const files = conversation.artifacts.filter(({ artifactId }) =>
    message.artifactIds.includes(artifactId),
  );
  const isOwn = trust.relation === "self";
  return (
    <section
      aria-label={`Message from ${actor.label}`}
      className={`card mb-3 p-4 ${isOwn ? "md:ml-8 bg-chosen" : "md:mr-8"}`}
    >
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="font-semibold">
          <bdi>{asStart(actor)}</bdi>
        </h2>
        <bdi className="hint">{author.address}</bdi>
        <TrustBadges
          trust={trust}
          author={author}
          isAgent={actor.kind !== "person"}
          isOffer={mode === "initial"}
        />
        <span className="hint sm:ml-auto">
          {accept === false && (
            <span className="mr-2">Asked before accepting</span>
          )}
          {mode === "reply" && conversation.participants.length > 2 && (
            <span className="mr-2">Only to whom it answers</span>
          )}
          <Time at={createdAt} />
        </span>
      </div>
      <MessageParts parts={message.parts} />
      {saysMore(message.a2a) && <Added a2a={message.a2a} />}
      {files.length > 0 && (
        <ul
          aria-label="Files of this message"
          className="mt-2 flex flex-wrap gap-2"
        >
          {files.map(({ artifactId, name }) => (
            <li key={artifactId}>
              <a
                href={`#${artifactId}`}
                className="inline-flex items-center gap-1.5 rounded-lg border border-line px-2 py-1 text-sm hover:bg-page"
              >
                <Icon name="file" size={16} />
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
