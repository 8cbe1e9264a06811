import type { CommandCall, QueryCall } from "../../../../access/context.ts";
import type { ShownEntry } from "../../../../addresses/grants.ts";
import type { Say } from "../../../../base/words/say.ts";
import type { Act } from "../../../model/acts.ts";
import type { CheckpointView } from "../../../model/checkpoint_schema.ts";
import type {
  Artifact,
  Checkpoint,
  CheckpointStatus,
  Conversation,
  Message,
  Participant,
} from "../../../model/model.ts";
import type { Moves } from "../../../model/turn/moves.ts";
import type { Subject } from "../../checkpoints/subject.ts";
import type { ComposeInput } from "../../drafts/compose.ts";

/** All that depends on what a checkpoint is about: one row for each act. */
export interface ActRow<A extends Act = Act> {
  /** The whole of what will happen on approval. */
  facts(subject: Subject<A>): Facts;
  /** Only addresses of others stand in it, and nothing that they wrote. */
  outcomes(subject: Subject<A>, say: Say): Outcomes;
  readonly happened: Happened;
  /** The words of the button that approves it. */
  readonly approveTitle: string;
  /** The button's words, where declining is more than a plain refusal. */
  readonly declineTitle?: string;
  /** The fields that a person may change as they approve it; none if absent. */
  readonly edits?: readonly (keyof Edited)[];
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

/** The fields of a proposal that its person changes before it goes. */
export interface Edited {
  readonly text?: string;
  readonly title?: string;
  readonly price?: ComposeInput["price"];
}

/** The same while it is decided. */
export interface Deciding<out A extends Act = Act> extends Subject<A> {
  readonly call: CommandCall;
  readonly comment: string | null;
  /** The fields that the person changes. */
  readonly edited?: Edited | undefined;
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

/** The outcome in words, once it is closed. */
type Happened = Readonly<Record<Exclude<CheckpointStatus, "open">, string>>;
