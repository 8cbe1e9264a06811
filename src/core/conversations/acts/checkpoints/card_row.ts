import type { MicroUsdc } from "../../../base/money.ts";
import type { Say } from "../../../base/words/say.ts";
import type { RuleResult } from "../../../review/rule.ts";
import type { Act, Action } from "../../model/acts.ts";
import type {
  Checkpoint,
  Conversation,
  Participant,
  PendingMessage,
  Requester,
} from "../../model/model.ts";

/** The values that open a checkpoint. */
export interface Opening<out A extends Act = Act> {
  readonly action: Action<A>;
  readonly asked: Participant;
  readonly askedBy: Requester;
  readonly rules: readonly RuleResult[];
  readonly reviewId?: string;
  /** The message that is sent on approval. */
  readonly pendingMessage?: PendingMessage | undefined;
  /** When it expires, if not by its act's hours. */
  readonly expiresAt?: number;
  /** It expires by then, if that is earlier than usual. */
  readonly until?: number | undefined;
}

/** The same with the language of the card: English for the record, otherwise the reader's. */
export interface CardRequest<out A extends Act = Act>
  extends Pick<Opening<A>, "action" | "asked" | "askedBy" | "rules"> {
  readonly say: Say;
  /** The payer's balance when the question was asked; undefined where it is not shown. */
  balance(): MicroUsdc | undefined | Promise<MicroUsdc>;
}

/** The words that a checkpoint opens with. */
export type Card = Pick<Checkpoint, "title" | "summary">;

/** How a checkpoint asks; `decisions/` has how it is decided. */
export interface CardRow<A extends Act> {
  /** How long it waits for an answer. */
  readonly hours: number;
  /** The situation until someone decides, in English: only agents read it. */
  readonly undone: string;
  /** The question and its requester. */
  card(
    conversation: Conversation,
    opening: CardRequest<A>,
  ): Card | Promise<Card>;
}
