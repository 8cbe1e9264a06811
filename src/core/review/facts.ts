import type { Nature } from "../../../packages/standards/src/first_bytes.ts";
import type { MicroUsdc } from "../base/money.ts";
import type { RailName } from "../base/rails/chain.ts";

/** The facts that the rules judge: gathered before, so that every rule is pure. */
export interface ActingFacts {
  /**
   * False for a signed-in person: their act is its own approval, and only a denial stops it.
   */
  readonly byAgent: boolean;
}

/** A file as the rules see it. */
export interface FileFacts {
  readonly name: string;
  readonly mimeType: string;
  /** The kind of its bytes; null or absent if they reveal none, or are not stored here. */
  readonly content?: Nature | null;
}

/** An addition to a sent conversation. */
export interface AddedFacts extends ActingFacts {
  /** Files beside a message and inside it. */
  readonly artifacts: readonly FileFacts[];
}

export interface OutwardFacts extends AddedFacts {
  /** Ordinary addresses that would get mail. */
  readonly outsiders: readonly string[];
  /** True with the scope `outward:send`. */
  readonly maySendOutward: boolean;
}

export interface SubmitFacts extends OutwardFacts, SpendingFacts {
  /** True if the From address is one of the sender's own. */
  readonly fromIsOwn: boolean;
  /** The rest of the agent's own daily limit. */
  readonly leftToday: MicroUsdc | null;
  /** The payee, if the agent's access names payees and this is not one of them. */
  readonly unnamedPayee: string | null;
  /** The claimed contact type, if the access names types and this is not one of them. */
  readonly unnamedType: string | null;
  /** The payee of a first payment that the access asks about; null if there is none. */
  readonly newPayee: string | null;
  /** Accounts that are not in the sender's contacts yet. */
  readonly strangers: readonly string[];
  /** True with the scope `contacts:new`. */
  readonly mayMeet: boolean;
  /** True if the sender says that it is their first message. */
  readonly saysFirstUse: boolean;
  /** People that the owner has met in the last hour, including those of this submit. */
  readonly metThisHour: number;
  /** How many of them need no person's approval. */
  readonly meetsPerHour: number;
  /** True if a recipient does not want to hear from the sender. */
  readonly blocked: boolean;
  /** Recipients whose domain looks like the service's own, but differs. */
  readonly lookAlikes: readonly string[];
  /** Recipients for whom the sender claims a closer contact type than they know. */
  readonly closer: readonly string[];
}

export interface CancelFacts extends ActingFacts {
  readonly bySender: boolean;
  /** True if a price is held, or was released. */
  readonly isPriced: boolean;
  readonly isHeld: boolean;
  readonly conditionMet: boolean;
}

/** Facts about a payment between two participants. */
export interface PaymentFacts extends ActingFacts, SpendingFacts {
  /** True if payer and payee are two accounts of the conversation. */
  readonly areParties: boolean;
}

/** The facts about a receiver's acceptance. */
export interface AcceptanceFacts {
  /** True if they would be paid. */
  readonly isPayee: boolean;
  readonly knowsSender: boolean;
  /** True if the sender claims a closer contact type than they know. */
  readonly isCloser: boolean;
}

/** The facts about a hold by an agent, and the limits on it; null where there is none. */
export interface SpendingFacts {
  /** The rail of the hold, for the name of its money. */
  readonly rail: RailName;
  /** The total amount that would then be held for the conversation. */
  readonly price: MicroUsdc;
  /** The part of it that would be held now. */
  readonly added: MicroUsdc;
  /** The amount above which several people approve; null without one, and once they have. */
  readonly quorum: MicroUsdc | null;
  /** The agent's own limit for one payment. */
  readonly perPayment: MicroUsdc | null;
  /** Its own limit for a day and this payee. */
  readonly perPayee: RoomFacts | null;
  /** The limit for one payment by an agent whose owner set none. */
  readonly autoLimit: MicroUsdc | null;
  /** The same for a day and all agents of the account: in total, and to this payee. */
  readonly agentsPerDay: RoomFacts | null;
  readonly agentsPerPayee: RoomFacts | null;
}

/** A daily limit, and what is left of it. */
export interface RoomFacts {
  readonly most: MicroUsdc;
  readonly left: MicroUsdc;
}
