import type { CommandCall, QueryCall } from "../../../access/context.ts";
import type { ShownEntry } from "../../../addresses/grants.ts";
import type { MicroUsdc } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import type { RuleResult } from "../../../review/rule.ts";
import type { Act, Action } from "../../model/acts.ts";
import type { CheckpointView } from "../../model/checkpoint_schema.ts";
import type {
  Artifact,
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Message,
  Participant,
  PendingMessage,
  Requester,
} from "../../model/model.ts";
import type { Moves } from "../moves.ts";

/** All that depends on what a checkpoint is about: one row for each act. */
export interface ActRow<A extends Act = Act> {
  /** How long it waits for an answer. */
  readonly hours: number;
  /** The card's title: what is asked, and by whom. */
  card(
    call: QueryCall,
    conversation: Conversation,
    opening: Telling<A>,
  ): Card | Promise<Card>;
  /** The whole of what will happen on approval. */
  facts(subject: Subject<A>): Facts;
  /** Only addresses of others stand in it, and nothing that they wrote. */
  outcomes(subject: Subject<A>, say: Say): Outcomes;
  readonly happened: Happened;
  /** How it is as long as nobody has decided: agents alone are told it, in English. */
  readonly undone: string;
  /** What the button says that approves it. */
  readonly approveTitle: string;
  /** The button's words, where declining is more than a plain refusal. */
  readonly declineTitle?: string;
  /**
   * Refuses an agent that could not do the same at once, without asking: it needs all
   * that the act itself needs.
   */
  permit(call: QueryCall, subject: Subject<A>): Promise<void>;
  /** Refuses what nobody could carry out now. */
  check?(call: QueryCall, subject: Subject<A>): Promise<void> | void;
  approve(deciding: Deciding<A>): Conversation | Promise<Conversation>;
  decline(deciding: Deciding<A>): Conversation | Promise<Conversation>;
  /** Closes it because nobody answered in time, and leaves what waited for it. */
  expire(
    call: CommandCall,
    conversation: Conversation,
    checkpoint: Checkpoint<A>,
  ): Conversation;
  /** Positions that have something new to read by a decision. */
  notify(decided: Decided<A>): readonly number[];
}

/** A checkpoint in its conversation, for the account that it asks. */
export interface Subject<out A extends Act = Act> {
  readonly conversation: Conversation;
  readonly checkpoint: Checkpoint<A>;
  /** The participant whom it asks. */
  readonly asked: Participant;
}

/** The same while it is decided. */
export interface Deciding<out A extends Act = Act> extends Subject<A> {
  readonly call: CommandCall;
  readonly comment: string | null;
  /** Shows a checkpoint as its decider sees it. */
  show(
    conversation: Conversation,
    checkpoint: Checkpoint,
  ): Promise<CheckpointView>;
}

/** A conversation before and after a decision. */
export interface Decided<out A extends Act = Act> {
  readonly before: Conversation;
  readonly after: Conversation;
  readonly asked: Participant;
  readonly checkpoint: Checkpoint<A>;
}

/** What a checkpoint is opened with. */
export interface Opening<out A extends Act = Act> {
  readonly action: Action<A>;
  readonly asked: Participant;
  readonly askedBy: Requester;
  readonly rules: readonly RuleResult[];
  readonly reviewId?: string;
  /** The message that is not sent before. */
  readonly pendingMessage?: PendingMessage | undefined;
}

/** The same, and what says the card: English for the record, else the reader's language. */
export interface Telling<out A extends Act = Act>
  extends Pick<Opening<A>, "action" | "asked" | "askedBy" | "rules"> {
  readonly say: Say;
  /** What the payer had when it was asked; undefined where that is not told. */
  balance(): MicroUsdc | undefined | Promise<MicroUsdc>;
}

/** The first words of a checkpoint. */
export type Card = Pick<Checkpoint, "title" | "summary">;

/** The whole of what will happen if a checkpoint is approved. */
export interface Facts {
  readonly message?: Pick<
    Message,
    "id" | "mode" | "inReplyTo" | "parts" | "a2a"
  >;
  /** A text that is no message, such as the statement that is signed. */
  readonly words?: string | undefined;
  readonly files?: readonly Artifact[];
  readonly recipients?: readonly Participant[];
  readonly reason?: string | undefined;
  readonly money?: Moves | undefined;
  readonly accepts?: true;
  readonly signs?: true;
  /** True where the recipients get something by it. */
  readonly sends?: true;
  /** True where the money is whoever's that decides. */
  readonly spends?: true;
  /** True where an answer in words is asked for. */
  readonly asks?: true;
  /** A contact before and after; null where there is none. */
  readonly contact?: {
    readonly address: string;
    readonly before: ShownEntry | null;
    readonly after: ShownEntry;
  };
}

/** The consequence of each answer, and of no answer, in a sentence or two each. */
export interface Outcomes {
  readonly approve: string;
  readonly decline: string;
  readonly silence: string;
}

/** What came of it, once it is closed. */
type Happened = Readonly<Record<Exclude<CheckpointStatus, "open">, string>>;
