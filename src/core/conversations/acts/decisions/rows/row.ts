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

/** All that depends on a checkpoint's act: one row for each. */
export interface ActRow<A extends Act = Act> {
  /** The full effect of an approval. */
  facts(subject: Subject<A>): Facts;
  /** Text written by others appears here only as addresses. */
  outcomes(subject: Subject<A>, say: Say): Outcomes;
  readonly happened: Happened;
  /** The label of the button that approves. */
  readonly approveTitle: string;
  /** The label of the button that declines, where that does more than refuse. */
  readonly declineTitle?: string;
  /** The fields that a person may change on approval; none if absent. */
  readonly edits?: readonly (keyof Edited)[];
  /** Refuses an agent that could not do the act directly: approval needs the same rights. */
  permit(call: QueryCall, subject: Subject<A>): Promise<void>;
  /** Refuses what nobody could carry out now. */
  check?(call: QueryCall, subject: Subject<A>): Promise<void> | void;
  approve(deciding: Deciding<A>): Conversation | Promise<Conversation>;
  decline(deciding: Deciding<A>): Conversation | Promise<Conversation>;
  /** Closes it unanswered, and leaves the state that waited for it. */
  expire(
    call: CommandCall,
    conversation: Conversation,
    checkpoint: Checkpoint<A>,
  ): Conversation;
  /** Positions for which the decision is something new to read. */
  notify(decided: Decided<A>): readonly number[];
}

/** The fields of a proposal that a person may change before it is sent. */
export interface Edited {
  readonly text?: string;
  readonly title?: string;
  readonly price?: ComposeInput["price"];
}

/** A checkpoint that is being decided. */
export interface Deciding<out A extends Act = Act> extends Subject<A> {
  readonly call: CommandCall;
  readonly comment: string | null;
  /** The fields that the person changes. */
  readonly edited?: Edited | undefined;
  /** Shows a checkpoint to its decider. */
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

/** The full effect of an approval. */
export interface Facts {
  readonly message?: Pick<
    Message,
    "id" | "mode" | "inReplyTo" | "parts" | "a2a"
  >;
  /** A text other than a message, such as the statement to sign. */
  readonly words?: string | undefined;
  readonly files?: readonly Artifact[];
  readonly recipients?: readonly Participant[];
  readonly reason?: string | undefined;
  readonly money?: Moves | undefined;
  readonly accepts?: true;
  readonly signs?: true;
  /** True if the recipients receive something by it. */
  readonly sends?: true;
  /** True if the decider's money is spent. */
  readonly spends?: true;
  /** True if the answer is a text. */
  readonly asks?: true;
  /** A contact before and after; null if there is none. */
  readonly contact?: {
    readonly address: string;
    readonly before: ShownEntry | null;
    readonly after: ShownEntry;
  };
}

/** The consequence of each answer, and of none, in a sentence or two each. */
export interface Outcomes {
  readonly approve: string;
  readonly decline: string;
  readonly silence: string;
}

/** The outcome in words, once it is closed. */
type Happened = Readonly<Record<Exclude<CheckpointStatus, "open">, string>>;
