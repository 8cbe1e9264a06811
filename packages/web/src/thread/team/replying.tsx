import type { QueryClient } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { placeIn } from "../../api/acting_as.ts";
import { inbox } from "../../api/client.ts";
import { KEYS, useAccount } from "../../api/queries.ts";
import type { Conversation, Message, Participant } from "../../api/types.ts";
import { t } from "../../ui/t.ts";

/** A colleague who is writing a reply, as the stream tells it. */
interface Colleague {
  readonly conversationId: string;
  readonly memberId: string;
  readonly name: string;
  readonly until: string;
}

/** How often the team is told again of somebody who goes on writing. */
const AGAIN_MS = 4_000;

/** Takes what the stream tells of a colleague. */
export function takeReplying(client: QueryClient, told: Colleague): void {
  client.setQueryData<readonly Colleague[]>(KEYS.replying, (all = []) => [
    ...all.filter(({ memberId }) => memberId !== told.memberId),
    told,
  ]);
}

/** The colleagues who are replying to a conversation now; nothing outside a team. */
export function Replying({ id }: { id: string }) {
  const { data = [] } = useQuery<readonly Colleague[]>({
    queryKey: KEYS.replying,
    queryFn: () => [],
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [now, setNow] = useState(Date.now);
  const here = data.filter((it) => it.conversationId === id);
  const last = Math.max(0, ...here.map((it) => Date.parse(it.until)));
  useEffect(() => {
    setNow(Date.now());
    if (last <= Date.now()) return;
    const timer = setTimeout(() => setNow(Date.now()), last - Date.now());
    return () => clearTimeout(timer);
  }, [last]);
  const writing = here.filter((it) => Date.parse(it.until) > now);
  const names = writing.map(({ name }) => name).join(", ");
  return (
    <p role="status" className="mb-1 min-h-5 text-quiet text-sm md:ms-10">
      {names !== "" && (
        <bdi>{t.many(
          writing.length,
        )`${names} is replying|${names} are replying`}</bdi>
      )}
    </p>
  );
}

/** Tells the team that its member is writing, until the text is gone or the box is left. */
export function useSayReplying(id: string, text: string): void {
  const isTeam = placeIn(useAccount().data) !== undefined;
  // A text that was kept from earlier is no writing yet.
  const before = useRef(text);
  const said = useRef({ at: 0, stop: () => {} });
  useEffect(() => {
    if (!isTeam || text === before.current) return;
    before.current = text;
    if (text.trim() === "") return said.current.stop();
    if (Date.now() - said.current.at < AGAIN_MS) return;
    said.current = {
      at: Date.now(),
      stop: () => {
        said.current = { at: 0, stop: () => {} };
        tell(id, false);
      },
    };
    tell(id, true);
  }, [isTeam, id, text]);
  useEffect(() => () => said.current.stop(), []);
}

/** It only helps: without it nothing is lost. */
function tell(conversationId: string, replying: boolean): void {
  inbox.noteReplying({ conversationId, replying }).catch(() => {});
}

/**
 * Asks once before a reply is sent if a colleague has answered while it was written.
 */
export function useAnswered(
  { messages }: Conversation,
  me: Participant | undefined,
  isBegun: boolean,
) {
  const isTeam = placeIn(useAccount().data) !== undefined;
  const [known, setKnown] = useState<ReadonlySet<string>>();
  const [asked, setAsked] = useState<string>();
  if (isBegun && !known) {
    setKnown(new Set(messages.map(({ messageId }) => messageId)));
  } else if (!isBegun && known) setKnown(undefined);
  const answers = messages.filter(
    ({ messageId, author, onlyYou }) =>
      author.address === me?.address &&
      !onlyYou &&
      known?.has(messageId) === false &&
      !messageId.startsWith("pending-"),
  );
  const last = isTeam ? answers.at(-1)?.messageId : undefined;
  return {
    /** The answers to show; empty until it asks. */
    shown: last !== undefined && asked === last ? answers : [],
    /** True if it asks now, instead of sending. */
    asks: () => {
      if (last === undefined || asked === last) return false;
      setAsked(last);
      return true;
    },
  };
}

/** Shows what colleagues answered meanwhile, before one's own answer is sent. */
export function Answered({ answers }: { answers: readonly Message[] }) {
  if (answers.length === 0) return null;
  const names = answers
    .map(({ actor }) => actor.name ?? actor.label)
    .join(", ");
  return (
    <div role="alert" className="mb-3 rounded-lg bg-faint p-3 text-sm">
      <p className="mb-1 font-semibold">{t`${names} replied while you were writing`}</p>
      {answers.map(({ messageId, text }) => (
        <p
          key={messageId}
          className="line-clamp-6 whitespace-pre-wrap break-words"
        >
          <bdi>{text}</bdi>
        </p>
      ))}
    </div>
  );
}
