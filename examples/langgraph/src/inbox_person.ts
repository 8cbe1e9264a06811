/**
 * Lets the person of a conversation inbox answer the interrupts of a LangGraph: each one becomes
 * a question that only they read, in the conversation that the graph works on.
 */
import { Command } from "@langchain/langgraph";
import type { Inbox } from "conversation-inbox-client";
import type { HumanInterrupt, HumanResponse } from "./agent_inbox.ts";
import { readAnswer } from "./read_answer.ts";
import { readInterrupt } from "./read_interrupt.ts";
import { isQuestion, sayQuestion } from "./say_question.ts";

/** The conversation in which the agent asks; its account has to be among those in `to`. */
export interface Desk {
  readonly inbox: Inbox;
  readonly conversationId: string;
}

/** A graph compiled with a checkpointer. */
export interface ResumableGraph<C> {
  getState(config: C): Promise<Snapshot>;
  invoke(
    input: Command<Resumes, never, never> | null,
    config: C,
  ): Promise<unknown>;
}

/** How far the graph is: to its end, or to a question that waits for the person. */
export type Progress =
  | { readonly status: "done" }
  | {
      readonly status: "waiting";
      /** The page on which the person decides. */
      readonly approvalUrl: string;
    };

/** A {@linkcode Desk}, and what happens while the graph waits. */
export interface Following extends Desk {
  /** Called once for each question. */
  readonly onWaiting?: (approvalUrl: string) => void;
  /** Ends following; the graph stays as it is. */
  readonly signal?: AbortSignal;
}

interface Snapshot {
  readonly tasks: readonly {
    readonly interrupts: readonly { id?: string; value?: unknown }[];
    readonly result?: unknown;
  }[];
}

type Resumes = Record<string, unknown>;
type Read = Awaited<ReturnType<Inbox["getConversation"]>>["conversation"];

/** How much of a long conversation is searched for the questions of a graph. */
const MESSAGES = 500;

/**
 * Resumes an interrupted graph with the answers that are there, and asks for the next one that
 * is missing. Safe to repeat at any time, from a new process, too: a question is asked once.
 */
export async function advance<C>(
  graph: ResumableGraph<C>,
  config: C,
  desk: Desk,
): Promise<Progress> {
  for (;;) {
    const { tasks } = await graph.getState(config);
    if (tasks.length === 0) return { status: "done" };
    const open = tasks
      .filter(({ result }) => result === undefined)
      .flatMap(({ interrupts }) => interrupts);
    const resume: Resumes = {};
    for (const { id, value } of open) {
      if (id === undefined) throw new Error("Cannot ask: it has no id.");
      const { requests, resumeWith } = readInterrupt(value);
      const answers = await answersTo(desk, id, requests);
      if (Array.isArray(answers)) resume[id] = resumeWith(answers);
      // An account has one open question in a conversation: the next one waits its turn.
      else if (Object.keys(resume).length === 0) return answers;
      else break;
    }
    // Without an interrupt an earlier process ended within a node, which runs again.
    const isAsked = open.length > 0;
    await graph.invoke(isAsked ? new Command({ resume }) : null, config);
  }
}

/** Advances the graph now and after each change of the conversation, until it is done. */
export async function follow<C>(
  graph: ResumableGraph<C>,
  config: C,
  { onWaiting, signal, ...desk }: Following,
): Promise<void> {
  const { inbox, conversationId } = desk;
  const options = signal ? { signal } : {};
  let shown = "";
  // A stream begins with `ready`, so nothing is missed between two looks.
  for await (const _event of inbox.events({ conversationId }, options)) {
    const progress = await advance(graph, config, desk);
    if (progress.status === "done") return;
    if (progress.approvalUrl !== shown) onWaiting?.(progress.approvalUrl);
    shown = progress.approvalUrl;
  }
}

/** One answer for each request of an interrupt, or what the first of them waits for. */
async function answersTo(
  desk: Desk,
  id: string,
  requests: readonly HumanInterrupt[],
): Promise<HumanResponse[] | Progress> {
  const answers: HumanResponse[] = [];
  for (const [index, request] of requests.entries()) {
    const answer = await answerTo(desk, `${id}/${index}`, request);
    if ("status" in answer) return answer;
    answers.push(answer);
  }
  return answers;
}

/** Asks, and asks again as long as an answer is not one of those that the request allows. */
async function answerTo(
  desk: Desk,
  id: string,
  request: HumanInterrupt,
): Promise<HumanResponse | Progress> {
  let again: string | undefined;
  for (let attempt = 1; ; attempt++) {
    const read = await desk.inbox.getConversation({
      conversationId: desk.conversationId,
      limit: MESSAGES,
    });
    const key = `${id}/${attempt}`;
    const asked = findQuestion(read.conversation, key);
    const open = read.conversation.checkpoints.find(
      ({ act, status }) => act === "ask" && status === "open",
    );
    if (open) return { status: "waiting", approvalUrl: open.approvalUrl ?? "" };
    if (!asked)
      return await ask(desk, key, sayQuestion(request, { key, again }));
    const answer = readAnswer(request, {
      status: asked.checkpoint.status,
      words: wordsOf(read.conversation, asked),
    });
    if ("type" in answer) return answer;
    again = answer.problem;
  }
}

async function ask(
  { inbox, conversationId }: Desk,
  key: string,
  text: string,
): Promise<Progress> {
  const { approvalUrl = "" } = await inbox.sendMessage(
    { conversationId, needsInput: true, text },
    { idempotencyKey: `langgraph:${key}` },
  );
  return { status: "waiting", approvalUrl };
}

interface Asked {
  readonly checkpoint: Read["checkpoints"][number];
  readonly message: Read["messages"][number];
}

/** The checkpoint of a question. Others cannot forge one: only the agent's own question is an `ask`. */
function findQuestion(
  { checkpoints, messages }: Read,
  key: string,
): Asked | undefined {
  for (const checkpoint of checkpoints) {
    if (checkpoint.act !== "ask") continue;
    const { messageId } = checkpoint.proposal;
    const message = messages.find((it) => it.messageId === messageId);
    if (message && isQuestion(message.text, key))
      return { checkpoint, message };
  }
  return undefined;
}

/** The words of an answer: the comment of the decision, or the message that answered instead. */
function wordsOf({ messages }: Read, { checkpoint, message }: Asked): string {
  const { comment, decidedAt } = checkpoint;
  if (comment || !decidedAt) return comment ?? "";
  const answer = messages
    .slice(messages.indexOf(message) + 1)
    .find(
      ({ author }) =>
        author.kind === "person" &&
        author.accountId === message.author.accountId,
    );
  return answer && answer.createdAt <= decidedAt ? answer.text : "";
}
