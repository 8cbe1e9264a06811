import type { QueryCall } from "../../../access/context.ts";
import type { SenderContact } from "../../../addresses/contact_types.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
} from "../../model/model.ts";
import type { Moves } from "../../model/turn/moves.ts";
import type { ActionName } from "../../model/turn_schemas.ts";

/**
 * The call, the conversation and the viewer: every offer and refusal is decided from these.
 */
export interface Standpoint {
  readonly call: QueryCall;
  readonly conversation: Conversation;
  readonly me: Participant;
  /** Positions that block the viewer, read in advance: no action reads for it. */
  readonly blockers: readonly number[];
}

/** The same with one checkpoint that asks the viewer's account. */
export interface AskedStandpoint extends Standpoint {
  readonly checkpoint: Checkpoint;
  /** How many people approve it, if the caller's approval would not be the last. */
  readonly oneOf: number | undefined;
}

/** The outcome of the operation now. */
export interface Permit {
  /** True if an agent's call would wait for its person. */
  readonly waits: boolean;
}

/** One possible action. */
export interface Row<S extends Standpoint = Standpoint> {
  readonly name: ActionName;
  /** The operation that does it. */
  readonly operation: string;
  title(at: S): string;
  /** True if the viewer could have it at all. */
  isFor(at: S): boolean;
  /** @throws the operation's error for any valid input */
  permit(at: S): Promise<Permit> | Permit;
  /** Its effect, in a sentence without other people's words. */
  effect(at: S, permit: Permit): string;
  money?(at: S): Moves | undefined;
  /** Required input besides the conversation. */
  needs?(at: S): readonly string[];
  /** Input that makes it this action. */
  readonly input?: ActionInput | ((at: S) => ActionInput | undefined);
}

/** Fields sent with an action's operation. */
interface ActionInput {
  readonly contact?: SenderContact;
  readonly proposalId?: string;
  readonly milestoneId?: string;
  readonly take?: number;
}

export const AT_ONCE: Permit = { waits: false };
