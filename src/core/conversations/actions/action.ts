import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../../access/context.ts";
import type { SenderContact } from "../../addresses/contact_types.ts";
import { SENDER_CONTACTS } from "../../addresses/contact_types.ts";
import { Word } from "../../base/own_words.ts";
import {
  closed,
  codeText,
  described,
  flag,
  refusalSchema,
} from "../../base/schemas.ts";
import type { Moves } from "../checkpoints/moves.ts";
import type { Checkpoint, Conversation, Participant } from "../model/model.ts";
import { MOVED_FIELDS } from "../model/part_schemas.ts";

/** The names of all actions on a conversation. */
const ACTION_NAMES = [
  "submit",
  "schedule",
  "unschedule",
  "edit",
  "add_text",
  "remove_file",
  "delete",
  "accept",
  "accept_and_trust",
  "approve",
  "decline",
  "block",
  "fund",
  "reply",
  "ask_first",
  "ask_person",
  "add_file",
  "sign_receipt",
  "complete",
  "raise_price",
  "keep_price",
  "refund",
  "request_refund",
  "cancel",
  "claim",
] as const;
export type ActionName = (typeof ACTION_NAMES)[number];

/**
 * The call, the conversation and the viewer: every offer and refusal is decided from
 * these.
 */
export interface Standpoint {
  readonly call: QueryCall;
  readonly conversation: Conversation;
  readonly me: Participant;
}

/** The same before one checkpoint that asks the viewer's account. */
export interface AskedStandpoint extends Standpoint {
  readonly checkpoint: Checkpoint;
}

/** What the operation would do now. */
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
  /** @throws what the operation would throw, whatever valid input it is given */
  permit(at: S): Promise<Permit> | Permit;
  /** Its effect, in a sentence without words of others. */
  effect(at: S, permit: Permit): string;
  money?(at: S): Moves | undefined;
  /** Input beside the conversation that cannot be left out. */
  needs?(at: S): readonly string[];
  /** Input that makes it this action. */
  readonly input?: ActionInput;
}

/** Fields that are sent with an action's operation. */
interface ActionInput {
  readonly contact: SenderContact;
}

export const AT_ONCE: Permit = { waits: false };

const ActionMoneySchema = closed({
  moves: Type.Enum(["hold", "release", "return", "raise"], {
    description:
      "Whether it is held, goes to the payee, goes back to the payer, or is held beside what is held already.",
  }),
  ...MOVED_FIELDS,
});

/** What a viewer may do now, as every wire shows it. */
export const ActionSchema = closed({
  name: Type.Enum([...ACTION_NAMES], { description: "What can be done." }),
  operation: codeText(
    "The operation that does it, as OpenAPI and the tools name it.",
  ),
  checkpointId: Type.Optional(Word("id", "The checkpoint that it answers.")),
  title: Word("sentence", "What a button that does it says."),
  effect: Word("sentence", "What comes of it, in a sentence."),
  ready: flag("True if it would be done now; otherwise because says why not."),
  because: Type.Optional(refusalSchema("The error that it would be now.")),
  money: Type.Optional(
    described(ActionMoneySchema, "The money that it moves; absent if none."),
  ),
  input: Type.Optional(
    closed(
      {
        contact: Type.Enum([...SENDER_CONTACTS], {
          description: "What the sender becomes to you.",
        }),
      },
      { description: "Fields to send with the operation, as they are." },
    ),
  ),
  needs: Type.Optional(
    Type.Array(Word("code"), {
      description: "Input that is still asked for.",
    }),
  ),
});

export type ActionView = Static<typeof ActionSchema>;
