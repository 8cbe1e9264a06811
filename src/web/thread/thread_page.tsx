import { useEffect, useRef } from "react";
import { useFlags } from "../api/changes.ts";
import { useAccount, useConversation } from "../api/queries.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { CheckpointCard } from "../checkpoint/card.tsx";
import { Decided } from "../checkpoint/decided.tsx";
import { focusQuestion } from "../checkpoint/question_id.ts";
import { usePageTitle } from "../shell/page_title.ts";
import type { ViewPlace } from "../shell/views.ts";
import { Closed } from "./closed.tsx";
import { Earlier } from "./earlier.tsx";
import { entriesOf } from "./entries.ts";
import { Files } from "./files/files.tsx";
import { MessageItem } from "./message.tsx";
import { Money } from "./money/money.tsx";
import { ReceiptCard } from "./money/receipt_card.tsx";
import { NeedsBar } from "./needs_bar.tsx";
import { ownPart } from "./parties.ts";
import { People } from "./people.tsx";
import { ReplyBox } from "./reply_box.tsx";
import { ThreadHeader } from "./thread_header.tsx";
import { ThreadMissing } from "./thread_missing.tsx";
import { reachesNobody, Unsent } from "./unsent.tsx";

/** One conversation: what was said, what it costs, who must act. */
export function ThreadPage({ id, place }: { id: string; place: ViewPlace }) {
  const { data, error } = useConversation(id);
  const { data: account, error: accountError } = useAccount();
  useRead(data);
  usePageTitle(data?.title);
  if (!data || !account) {
    return <ThreadMissing error={error ?? accountError} place={place} />;
  }
  const me = ownPart(data, account.account.id);
  return (
    <article
      // Where there is little height, what is above scrolls away with the rest.
      className="flex min-h-0 min-w-0 flex-col max-roomy:overflow-y-auto"
      aria-label={data.title}
    >
      <ThreadHeader conversation={data} place={place} />
      <div className="roomy:min-h-0 roomy:flex-1 roomy:overflow-y-auto">
        <NeedsBar checkpoints={data.checkpoints} />
        <div className="mx-auto grid max-w-6xl gap-x-6 p-4 xl:grid-cols-[1fr_18rem]">
          <Exchange
            conversation={data}
            me={me}
            accountId={account.account.id}
          />
          <aside aria-label="About this conversation" className="min-w-0">
            <Money conversation={data} />
            <Files conversation={data} />
            <People conversation={data} />
          </aside>
        </div>
      </div>
    </article>
  );
}

function Exchange({
  conversation,
  me,
  accountId,
}: {
  conversation: Conversation;
  me: Participant | undefined;
  accountId: string;
}) {
  const { messages, checkpoints, links } = conversation;
  const end = useRef<HTMLDivElement>(null);
  const count = useRef(messages.length);
  useEffect(() => {
    if (messages.length > count.current) {
      end.current?.scrollIntoView({ block: "nearest" });
    }
    count.current = messages.length;
  }, [messages.length]);
  useEffect(() => {
    // A link to a question, such as an agent gives to its person.
    if (location.hash !== "") focusQuestion(location.hash.slice(1));
  }, []);
  const open = checkpoints.filter(({ status }) => status === "open");
  return (
    <div className="min-w-0">
      <div role="log" aria-label="Messages">
        <Earlier key={conversation.id} conversation={conversation} />
        {entriesOf(conversation).map((it) =>
          it.message ? (
            <MessageItem
              key={it.key}
              message={it.message}
              conversation={conversation}
            />
          ) : (
            <Decided
              key={it.key}
              checkpoint={it.checkpoint}
              decision={it.decision}
            />
          ),
        )}
      </div>
      <div ref={end} />
      {open.map((it) => (
        <CheckpointCard
          key={it.checkpointId}
          checkpoint={it}
          conversation={conversation}
        />
      ))}
      <ReceiptCard conversation={conversation} />
      {links.followUp ? (
        <Closed conversation={conversation} me={me} />
      ) : reachesNobody(conversation) ? (
        <Unsent conversation={conversation} />
      ) : (
        <ReplyBox
          key={conversation.id}
          conversation={conversation}
          me={me}
          accountId={accountId}
        />
      )}
    </div>
  );
}

/** Opening a conversation marks it as read, also what comes in while it is open. */
function useRead(conversation: Conversation | undefined): void {
  const { mutate } = useFlags();
  const id = conversation?.id;
  const version = conversation?.version;
  const isUnread = conversation?.unread === true;
  const marked = useRef<number>(undefined);
  useEffect(() => {
    if (!id || !isUnread || marked.current === version) return;
    // Once for each version: a person may mark it as unread again.
    marked.current = version;
    mutate({ id, flags: { unread: false } });
  }, [id, version, isUnread, mutate]);
}
