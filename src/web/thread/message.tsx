import type { Conversation, Message } from "../api/types.ts";
import { Badge } from "../ui/badge.tsx";
import { Icon } from "../ui/icon.tsx";
import { Time } from "../ui/time.tsx";
import { CONTACT_WORDS, KIND_WORDS } from "../ui/words.ts";
import { nameOf } from "./parties.ts";

/** One message: who wrote it and how well they are known, then what they wrote, as text. */
export function MessageItem({
  message,
  conversation,
}: {
  message: Message;
  conversation: Conversation;
}) {
  const { author, createdAt, mode, trust } = message;
  const files = conversation.artifacts.filter(({ artifactId }) =>
    message.artifactIds.includes(artifactId),
  );
  const isOwn = trust.relation === "self";
  return (
    <section
      aria-label={`Message from ${nameOf(author)}`}
      className={`card mb-3 p-4 ${isOwn ? "md:ml-8 bg-chosen" : "md:mr-8"}`}
    >
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h2 className="font-semibold">
          <bdi>{nameOf(author)}</bdi>
        </h2>
        <bdi className="hint">{author.address}</bdi>
        <Trust message={message} />
        <span className="hint sm:ml-auto">
          {mode === "reply" && conversation.participants.length > 2 && (
            <span className="mr-2">Only to whom it answers</span>
          )}
          <Time at={createdAt} />
        </span>
      </div>
      {message.parts.map((part, index) => (
        <Part
          // Parts never change their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids
          key={index}
          part={part}
        />
      ))}
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

function Trust({ message: { trust, author } }: { message: Message }) {
  if (trust.relation === "self") {
    return <Badge look="text-soft">You</Badge>;
  }
  if (trust.relation === "service") {
    return <Badge look="bg-good-back text-good">This service</Badge>;
  }
  const kind = author.kind === "person" ? "" : ` · ${KIND_WORDS[author.kind]}`;
  return trust.relation === "contact" ? (
    <Badge look="bg-good-back text-good">
      {trust.contactType && trust.contactType !== "everyone"
        ? CONTACT_WORDS[trust.contactType]
        : "In your contacts"}
      {kind}
    </Badge>
  ) : (
    <Badge look="bg-warn-back text-warn">
      Not in your contacts{trust.firstContact ? ", first message" : ""}
      {kind}
    </Badge>
  );
}

const LINK = /(https?:\/\/[^\s<>"'“”]+[^\s<>"'“”.,;:!?)\]])/;

function Part({ part }: { part: Message["parts"][number] }) {
  if (part.text !== undefined) {
    return (
      <p className="whitespace-pre-wrap" dir="auto">
        {part.text.split(LINK).map((piece, index) =>
          index % 2 === 1 ? (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
              key={index}
              href={piece}
              target="_blank"
              rel="noreferrer noopener"
              className="text-accent underline"
            >
              {piece}
            </a>
          ) : (
            piece
          ),
        )}
      </p>
    );
  }
  if (part.data !== undefined) {
    return (
      <pre className="overflow-x-auto rounded-lg bg-page p-3 font-mono text-sm">
        {JSON.stringify(part.data, null, 2)}
      </pre>
    );
  }
  const name = part.filename ?? part.mediaType ?? "something";
  return (
    <p className="text-soft">
      {part.url === undefined
        ? `Holds ${name}, which is not shown here.`
        : `Points at ${name}: ${part.url}`}
    </p>
  );
}
