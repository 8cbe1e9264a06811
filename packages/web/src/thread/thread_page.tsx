import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { decidedFor } from "../api/acting_as.ts";
import { actionOf } from "../api/actions.ts";
import { useFlags } from "../api/changes.ts";
import { useAccount, useConversation } from "../api/queries.ts";
import type {
  Account,
  Checkpoint,
  Conversation,
  Participant,
} from "../api/types.ts";
import {
  isInStrip,
  isInThread,
  openQuestions,
} from "../checkpoint/asked_about.ts";
import { Decided } from "../checkpoint/decided.tsx";
import { EditingRoom } from "../checkpoint/editing.tsx";
import { PendingBlock } from "../checkpoint/pending_block.tsx";
import { focusQuestion, questionId } from "../checkpoint/question_id.ts";
import { usePageTitle } from "../shell/page_title.ts";
import type { ViewPlace } from "../shell/views.ts";
import { t } from "../ui/t.ts";
import { useInSight } from "../ui/use_in_sight.ts";
import { Closed, Declined } from "./closed.tsx";
import { DecisionBar, FoldedDecision, hasDecision } from "./decision_bar.tsx";
import { Earlier } from "./earlier.tsx";
import type { Entry } from "./entries.ts";
import { entriesOf } from "./entries.ts";
import { FilesAdded } from "./files/files_added.tsx";
import { FoldedReply } from "./folded_reply.tsx";
import { ImportedNote } from "./imported_note.tsx";
import { MessageItem } from "./message.tsx";
import { ReceiptCard } from "./money/receipt_card.tsx";
import { NeedsBar } from "./needs_bar.tsx";
import { ownPart } from "./parties.ts";
import type { Writing } from "./reply_box.tsx";
import { focusReply, isReplying, ReplyBox } from "./reply_box.tsx";
import { Replying } from "./team/replying.tsx";
import { ThreadBar } from "./thread_bar.tsx";
import { ThreadHead } from "./thread_head.tsx";
import { ThreadMissing } from "./thread_missing.tsx";
import { reachesNobody, Unsent } from "./unsent.tsx";
import { focusDecision, useFocusKept } from "./use_focus_kept.ts";

/** One conversation: what was said, what it costs, who must act. */
export function ThreadPage({ id, place }: { id: string; place: ViewPlace }) {
  const { data, error } = useConversation(id);
  const { data: account, error: accountError } = useAccount();
  useRead(decidedFor(account) ? undefined : data);
  usePageTitle(data?.title);
  if (!data || !account) {
    return <ThreadMissing error={error ?? accountError} place={place} />;
  }
  return (
    <EditingRoom>
      <Thread conversation={data} place={place} account={account.account} />
    </EditingRoom>
  );
}

function Thread({
  conversation,
  place,
  account,
}: {
  conversation: Conversation;
  place: ViewPlace;
  account: Account["account"];
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const article = useFocusKept();
  const isDecided = hasDecision(conversation);
  const isFolded = isDecided || conversation.links.followUp !== undefined;
  const [writing, setWriting] = useWriting(conversation.id, isFolded);
  const isTitleInSight = useInSight(() => heading.current, conversation.id);
  const write = (next: Writing | undefined) => {
    flushSync(() => setWriting(next));
    if (next) focusReply(conversation.id);
    else focusDecision(article.current);
  };
  return (
    <article
      ref={article}
      // If the window is low, the top scrolls away with the rest.
      className="flex min-h-0 min-w-0 flex-col max-tall:overflow-y-auto"
      aria-label={conversation.title}
    >
      <ThreadBar
        conversation={conversation}
        place={place}
        isTitleShown={!isTitleInSight}
      />
      <div
        data-scroller=""
        className="tall:min-h-0 tall:flex-1 tall:overflow-y-auto"
      >
        <NeedsBar checkpoints={conversation.checkpoints} />
        <div className="mx-auto max-w-read px-6 py-6 max-md:px-4 max-md:py-3">
          <ThreadHead
            conversation={conversation}
            accountId={account.id}
            isDecided={isDecided}
            heading={heading}
          />
          {conversation.imported && (
            <ImportedNote imported={conversation.imported} />
          )}
          <Exchange
            conversation={conversation}
            me={ownPart(conversation, account.id)}
            accountId={account.id}
            isFolded={isFolded}
            writing={writing}
            onWriting={write}
            onSent={() => setWriting(undefined)}
          />
        </div>
      </div>
      {isDecided && writing ? (
        <FoldedDecision
          conversation={conversation}
          onShow={() => write(undefined)}
        />
      ) : (
        <DecisionBar
          conversation={conversation}
          onAskFirst={() => write("question")}
        />
      )}
    </article>
  );
}

/**
 * Whether a person writes while the box is folded. A decision or an end that arrives
 * meanwhile takes neither the text nor the focus.
 */
function useWriting(id: string, isFolded: boolean) {
  const state = useState<Writing>();
  const [wasFolded, setFolded] = useState(isFolded);
  if (wasFolded !== isFolded) {
    setFolded(isFolded);
    const [writing, setWriting] = state;
    if (isFolded && !writing && isReplying(id)) setWriting("reply");
  }
  return state;
}

function Exchange({
  conversation,
  me,
  accountId,
  isFolded,
  writing,
  onWriting,
  onSent,
}: {
  conversation: Conversation;
  me: Participant | undefined;
  accountId: string;
  /** True if a decision waits or the work is over: the box opens on writing. */
  isFolded: boolean;
  writing: Writing | undefined;
  onWriting: (writing: Writing | undefined) => void;
  onSent: () => void;
}) {
  const { messages, links, imported } = conversation;
  const open = openQuestions(conversation);
  const reply = actionOf(conversation, "reply");
  const pending = open.filter(
    (it) => !isInThread(conversation, it) && !isInStrip(it),
  );
  const end = useOpening(messages.length, pending);
  return (
    <div className="min-w-0">
      <div role="log" aria-label={t`Messages`}>
        <Earlier key={conversation.id} conversation={conversation} />
        {entriesOf(conversation).map((it) => (
          <EntryItem key={it.key} entry={it} conversation={conversation} />
        ))}
      </div>
      <div ref={end} />
      {pending.map((it) => (
        <PendingBlock
          key={it.checkpointId}
          checkpoint={it}
          conversation={conversation}
        />
      ))}
      <Replying id={conversation.id} />
      <ReceiptCard conversation={conversation} />
      {links.followUp && <Closed conversation={conversation} />}
      {imported || (links.followUp && !reply?.ready) ? null : reachesNobody(
          conversation,
        ) ? (
        // Where a bar asks whether to send it, it says enough.
        !isFolded && <Unsent conversation={conversation} />
      ) : isFolded && !writing ? (
        <FoldedReply
          conversation={conversation}
          accountId={accountId}
          onWrite={() => onWriting("reply")}
        />
      ) : (
        <ReplyBox
          key={conversation.id}
          conversation={conversation}
          me={me}
          accountId={accountId}
          writing={writing}
          onWriting={onWriting}
          onSent={onSent}
          hasQuestion={open.length > 0}
        />
      )}
    </div>
  );
}

function EntryItem({
  entry,
  conversation,
}: {
  entry: Entry;
  conversation: Conversation;
}) {
  if ("message" in entry) {
    return (
      <MessageItem
        message={entry.message}
        conversation={conversation}
        follows={entry.follows}
      />
    );
  }
  if ("decline" in entry) {
    return <Declined decline={entry.decline} conversation={conversation} />;
  }
  if ("files" in entry) return <FilesAdded files={entry.files} />;
  return <Decided checkpoint={entry.checkpoint} decision={entry.decision} />;
}

/** With so few messages, the newest stays in sight. */
const SHORT = 3;

/**
 * Scrolls to what a conversation is opened for: the question of a link, or a waiting one, or
 * else the newest message; later to what arrives.
 */
function useOpening(count: number, open: readonly Checkpoint[]) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef<number>(undefined);
  const [first] = open;
  useEffect(() => {
    const isNew = before.current !== undefined && count > before.current;
    const isOpening = before.current === undefined;
    before.current = count;
    if (isNew) end.current?.scrollIntoView({ block: "nearest" });
    if (!isOpening) return;
    if (location.hash !== "") focusQuestion(location.hash.slice(1));
    else if (count > SHORT) {
      const asked =
        first && document.getElementById(questionId(first.checkpointId));
      (asked ?? end.current)?.scrollIntoView({ block: "nearest" });
    }
  }, [count, first]);
  return end;
}

/** Marks an open conversation as read, also what arrives later. */
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
