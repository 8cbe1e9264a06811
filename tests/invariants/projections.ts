import { SERVICE_LOCAL_PARTS } from "../../src/core/addresses/reserved_local_parts.ts";
import type { Entry } from "../../src/core/audit/chain.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { VIEWS } from "../../src/core/conversations/model/schemas.ts";
import { ServiceError } from "../../src/core/errors/errors.ts";
import { writeWords } from "../../src/core/loops/word_writing.ts";
import { countConversations } from "../../src/core/operations/count_conversations.ts";
import { getConversation } from "../../src/core/operations/get_conversation.ts";
import { listConversations } from "../../src/core/operations/list_conversations.ts";
import { openSubscription } from "../../src/core/streams/subscribe.ts";
import type { Actor } from "../core/core_harness.ts";
import { nextOf } from "../core/subscription.ts";
import { checkBrief } from "./brief.ts";
import { claim } from "./claim.ts";
import type { Facts, ParticipantFacts } from "./facts.ts";
import { factsOf } from "./facts.ts";
import { foldersOf } from "./folders.ts";
import { mayRead, maySeeFile } from "./may_read.ts";
import type { World } from "./world.ts";

/** The changes of one step, to be seen by everybody. */
interface Changed {
  readonly id: string;
  readonly facts: Facts | undefined;
  readonly rows: readonly Entry[];
  /** The last event before the step. */
  readonly after: number;
}

/** Checks what each account sees and is told of a conversation. */
export async function checkProjections(
  world: World,
  changed: Changed,
): Promise<void> {
  for (const viewer of world.people) {
    const participant = changed.facts?.participants.find(
      (it) => it.accountId === viewer.accountId && it.reached,
    );
    if (changed.facts && participant) {
      await checkView(viewer, changed.facts, participant);
      await checkBrief(world, viewer, changed.id);
      await checkEvents(world, viewer, {
        ...changed,
        facts: changed.facts,
        participant,
      });
    } else {
      await checkUnseen(viewer, changed.id);
    }
  }
}

async function checkUnseen(viewer: Actor, conversationId: string) {
  try {
    await viewer.run(getConversation, { conversationId });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    claim(error.code === "conversation_not_found", `unseen, but ${error.code}`);
    return;
  }
  claim(false, `${viewer.address} sees what never reached them`);
}

async function checkView(
  viewer: Actor,
  facts: Facts,
  participant: ParticipantFacts,
) {
  const read = await viewer.run(getConversation, {
    conversationId: facts.id,
    includeAudit: true,
  });
  const { conversation } = read;
  const readable = facts.messages.filter((it) =>
    mayRead(facts, it, participant.position),
  );
  const files = facts.artifacts.filter((it) =>
    maySeeFile(facts, it, participant.position),
  );
  const { threadMessagesMax, readMessagesDefault } = LIMITS;
  const { messages, messagesOmitted } = conversation;
  const newest = readable.slice(messagesOmitted);
  same(messages, "messageId", newest, "messages");
  const wanted = Math.min(1, readable.length);
  const { length } = messages;
  const isBounded = length >= wanted && length <= threadMessagesMax;
  claim(isBounded, `${length} of ${readable.length} messages`);
  const page = readable.slice(-readMessagesDefault);
  same(read.messages, "messageId", page, "messages of the page");
  same(conversation.artifacts, "artifactId", files, "artifacts");
  const own = facts.checkpoints.filter(
    (it) => it.forAccountId === viewer.accountId,
  );
  same(conversation.checkpoints, "checkpointId", own, "checkpoints");
  const folders = foldersOf(facts, participant);
  const shownIn = [...conversation.folders, conversation.section]
    .filter((it) => it !== null)
    .toSorted();
  claim(
    shownIn.join() === folders.toSorted().join(),
    `folders ${conversation.folders} are ${folders}`,
  );
  claim(
    participant.views.toSorted().join() === folders.toSorted().join(),
    `the row's views ${participant.views} are ${folders}`,
  );
  claim(
    conversation.unread === participant.unread &&
      conversation.archived === participant.archived &&
      (conversation.snoozedUntil !== null) === participant.snoozed,
    "flags are the viewer's own",
  );
  const { receipt: _evidence, ...payment } = conversation.payment;
  const shown = { ...read, conversation: { ...conversation, payment } };
  checkNothingHidden(facts, participant, JSON.stringify(shown));
}

/** The same ids, in any order. */
function same<K extends string>(
  shown: readonly { readonly [key in K]: string }[],
  key: K,
  wanted: readonly { readonly id: string }[],
  what: string,
): void {
  const [given, expected] = [
    shown.map((it) => it[key]).toSorted(),
    wanted.map(({ id }) => id).toSorted(),
  ];
  claim(given.join() === expected.join(), `${what} ${given} are ${expected}`);
}

/** No bcc, no message and no file that the viewer may not see, in any form. */
function checkNothingHidden(
  facts: Facts,
  participant: ParticipantFacts,
  text: string,
): void {
  for (const other of facts.participants) {
    const isHidden =
      other.role === "bcc" &&
      participant.role !== "sender" &&
      other.position !== participant.position;
    if (!isHidden) continue;
    claim(!text.includes(other.address), `a bcc ${other.address} shows`);
    const { accountId } = other;
    claim(!accountId || !text.includes(accountId), "a bcc account shows");
  }
  const isShown = (it: Facts["messages"][number]) =>
    mayRead(facts, it, participant.position);
  // The service says the same to the agents of two accounts: each reads its own.
  const shown = facts.messages.filter(isShown).map(({ text }) => text);
  for (const message of facts.messages) {
    if (isShown(message)) continue;
    const words = message.text.trim();
    if (shown.includes(message.text)) continue;
    claim(!words || !text.includes(words), `a hidden text ${words} shows`);
    claim(!text.includes(message.id), `a hidden message ${message.id} shows`);
  }
  for (const it of facts.checkpoints) {
    const isSent = facts.messages.some(({ id }) => id === it.messageId);
    if (it.forAccountId === participant.accountId || isSent || !it.messageId)
      continue;
    claim(!text.includes(it.messageId), "an unsent message shows");
    const words = it.waits?.trim();
    claim(!words || !text.includes(words), `an unsent text ${words} shows`);
  }
  for (const file of facts.artifacts) {
    if (maySeeFile(facts, file, participant.position)) continue;
    claim(!text.includes(file.name), `a hidden file ${file.name} shows`);
    claim(!text.includes(file.id), `a hidden artifact ${file.id} shows`);
  }
}

/** Resumes where the step began: exactly the step's visible events come. */
async function checkEvents(
  { core }: World,
  viewer: Actor,
  {
    facts,
    participant,
    rows,
    after,
  }: Changed & { facts: Facts; participant: ParticipantFacts },
): Promise<void> {
  const isSide = participant.role === "sender" || participant.role === "to";
  const wanted = rows.filter(({ event }) => {
    if (event?.name === "terms.changed") return isSide;
    if (event?.name === "dispute.changed") {
      const isPayee = participant.accountId === facts.payment?.payeeId;
      return isPayee || ["sender", "arbiter"].includes(participant.role);
    }
    if (event?.name !== "message.appended") return event !== null;
    const message = facts.messages.find(({ id }) => id === event.messageId);
    return (
      message !== undefined && mayRead(facts, message, participant.position)
    );
  });
  const stream = await openSubscription(
    core.services,
    { principal: viewer.principal, via: "rest", requestId: "test" },
    { conversationId: facts.id, after },
  );
  const ready = await nextOf(stream);
  claim(ready?.kind === "event" && ready.event === "ready", "ready is first");
  for (const row of wanted) {
    const frame = await nextOf(stream);
    claim(frame?.kind === "event", "a visible event is told");
    claim(frame.id === row.eventSeq, `event ${frame.id} is ${row.eventSeq}`);
    checkNothingHidden(facts, participant, withoutEvidence(frame.data));
  }
  const extra = nextOf(stream);
  stream.close();
  claim((await extra) === null, "no other event is told");
}

/** A receipt names its evidence to everybody, by id (docs/money.md, Receipts). */
function withoutEvidence(data: object): string {
  return JSON.stringify(data, (key, value) =>
    key === "evidence" ? undefined : value,
  );
}

/** Every view lists, and counts, exactly the conversations whose folders name it. */
export async function checkLists(world: World): Promise<void> {
  const everything = new Map<string, Facts>();
  for (const id of world.made) {
    const facts = await factsOf(world, id);
    if (facts) everything.set(id, facts);
  }
  for (const viewer of world.people) {
    const counts = await viewer.run(countConversations, {});
    for (const view of VIEWS) {
      const listed = await listOf(viewer, view);
      const wanted = [...everything.values()].filter((facts) =>
        isIn(facts, viewer, view),
      );
      same(listed, "id", wanted, `${view} of ${viewer.address}:`);
      // Those of the service's own agents are not looked at one by one.
      claim(
        counts[view].total >= wanted.length,
        `${view} of ${viewer.address} counts ${counts[view].total}`,
      );
    }
  }
  // A search waits for the words of what was just said for a moment alone.
  await writeWords(world.core.services);
  for (const viewer of world.people) {
    await checkWords(viewer, [...everything.values()]);
  }
  const wrong = await world.core.rows(MISCOUNTED);
  claim(wrong.length === 0, `counted are ${JSON.stringify(wrong)}`);
  const sums = await world.core.rows(MISADDED);
  claim(sums.length === 0, `added up are ${JSON.stringify(sums)}`);
}

const WORD = /word\d+x/;
/** Of the newest conversations: what came before was looked for before. */
const SOUGHT = 40;

/** A word finds exactly the conversations in which its seeker may read a message with it. */
async function checkWords(
  viewer: Actor,
  everything: readonly Facts[],
): Promise<void> {
  // The service's own agents quote titles in their answers: those are not looked at.
  const others = everything.filter((it) => !isWithService(it));
  const ids = new Set(others.map(({ id }) => id));
  for (const { messages } of others.slice(-SOUGHT)) {
    for (const { text } of messages) {
      const [q] = WORD.exec(text) ?? [];
      if (q === undefined) continue;
      const wanted = others.filter((it) => readsWord(it, viewer, q));
      const { conversations } = await viewer.run(listConversations, { q });
      const found = conversations.filter((it) => ids.has(it.id));
      same(found, "id", wanted, `${q} of ${viewer.address}:`);
    }
  }
}

function isWithService({ participants }: Facts): boolean {
  return participants.some(({ address }) =>
    SERVICE_LOCAL_PARTS.some((it) => address.startsWith(`${it}@`)),
  );
}

function readsWord(facts: Facts, viewer: Actor, word: string): boolean {
  const participant = facts.participants.find(
    (it) => it.accountId === viewer.accountId && it.reached,
  );
  return facts.messages.some(
    (it) =>
      participant !== undefined &&
      it.text?.includes(word) &&
      mayRead(facts, it, participant.position),
  );
}

/** Counts kept while rows were written, against a count of the rows. */
const MISCOUNTED =
  `select c.* from view_counts c left join (select account_id, count(*) as everything,
  sum(unread and views & 1 <> 0) as unread, sum(views & 1 <> 0) as inbox, sum(views & 2 <> 0) as sent,
  sum(views & 4 <> 0) as drafts, sum(views & 8 <> 0) as archive, sum(views & 16 <> 0) as needs_you,
  sum(views & 32 <> 0) as payments, sum(views & 64 <> 0) as unfinished, sum(views & 128 <> 0) as requests,
  sum(views & 256 <> 0) as waiting, sum(views & 528 = 528) as money, sum(views & 1040 = 1040) as approvals,
  sum(views & 2064 = 2064) as replies, sum(views & 16384 <> 0) as snoozed
  from participants where views <> 0 group by account_id) p on p.account_id = c.account_id
  where coalesce((p.everything, p.unread, p.inbox, p.sent, p.drafts, p.archive, p.needs_you, p.payments, p.unfinished, p.requests, p.waiting, p.snoozed, p.money, p.approvals, p.replies)
    <> (c.everything, c.unread, c.inbox, c.sent, c.drafts, c.archive, c.needs_you, c.payments, c.unfinished, c.requests, c.waiting, c.snoozed, c.money, c.approvals, c.replies),
    (c.everything, c.unread, c.unfinished) <> (0, 0, 0))`.replaceAll("\n", " ");

/** Kept sums of an account's texts and files, against the sum of the rows. */
const MISADDED =
  `select t.*, a.sum from stored_bytes t full join (select account_id, sum(bytes) as sum from (
  select added_by_id as account_id, size as bytes from artifacts
  union all select p.account_id, octet_length(m.parts) + coalesce(octet_length(m.a2a), 0) from messages m
  join participants p on p.conversation_id = m.conversation_id and p.position = m.author and p.kind <> 'service')
  where account_id is not null group by 1) a on a.account_id = t.account_id
  where coalesce(t.bytes, 0) <> coalesce(a.sum, 0)`.replaceAll("\n", " ");

function isIn(facts: Facts, viewer: Actor, view: string): boolean {
  const participant = facts.participants.find(
    (it) => it.accountId === viewer.accountId && it.reached,
  );
  return (
    participant !== undefined && foldersOf(facts, participant).includes(view)
  );
}

async function listOf(viewer: Actor, view: (typeof VIEWS)[number]) {
  const listed: { readonly id: string }[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(
      viewer,
      view,
      cursor,
    );
    listed.push(...page.conversations);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return listed;
}

function pageOf(
  viewer: Actor,
  view: (typeof VIEWS)[number],
  cursor: string | null,
) {
  return viewer.run(listConversations, {
    view,
    limit: 100,
    ...(cursor !== null && { cursor }),
  });
}
