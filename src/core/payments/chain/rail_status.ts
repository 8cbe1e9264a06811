import type { Static } from "typebox";
import { Type } from "typebox";
import {
  closed,
  described,
  integer,
  MoneySchema,
  nullable,
  string,
} from "../../base/schemas.ts";

const Node = closed({
  gasWei: string("What the operator has for gas, in wei."),
  actsLeft: integer(
    "Movements that it pays for, if each costs as much as the operator pays at most.",
  ),
  tokens: MoneySchema,
  head: integer("The newest block."),
  final: integer("The newest block that the chain does not undo."),
  lagSeconds: integer("How old that one is."),
  blocksBehind: integer(
    "Final blocks whose events were not compared with the rows yet.",
  ),
});

/** The state of money on a chain. */
export const RailStatusSchema = closed({
  chainId: integer("The chain, by its number."),
  operator: string("The account that captures and returns."),
  node: Type.Union([Node, Type.Null()], {
    description: "What the node says; null while it does not answer.",
  }),
  failing: nullable(
    closed({
      since: string("Since when no look at the chain was whole."),
      problem: string("Why the last one was not."),
    }),
  ),
  oldestOpenSeconds: integer(
    "Since when the oldest open movement is decided; 0 if none is open.",
  ),
  held: closed({
    count: integer("Prices that are held there."),
    amount: described(MoneySchema, "What they come to."),
  }),
  movements: closed({
    open: integer("Decided, and not done for good yet."),
    confirmed: integer("Done, and not noticed by the conversation yet."),
    refused: integer("Refused by the chain: the operator looks."),
  }),
  transactions: Type.Array(
    closed({
      hash: string("Its name on the chain."),
      state: string("`built`, `sent` or `mined`."),
      act: string("`hold`, `capture`, `void` or `refund`."),
      conversationId: string("Its title."),
      nonce: integer("Its number among the operator's."),
      attempt: integer("How often its fee was raised."),
      reorganised: integer("How often its block was undone."),
      ageSeconds: integer("Since when it is on its way."),
    }),
    { description: "Those on their way, the oldest first." },
  ),
  troubled: Type.Array(
    closed({
      id: string("Of the movement, for `svc rail retry` and `resolve`."),
      act: string("`hold`, `capture`, `void` or `refund`."),
      state: string("`open`: it is tried again; `refused`: it is not."),
      conversationId: string("Its title."),
      problem: string("Why it does not go on."),
    }),
    { description: "Movements that do not go on." },
  ),
  gas: Type.Array(
    closed({
      act: string("`hold`, `capture`, `void` or `refund`."),
      most: integer("The most gas that one took."),
      count: integer("How many there were."),
    }),
    { description: "What the newest transactions took, by act." },
  ),
  stops: Type.Array(
    closed({
      conversationId: string("Whose captures wait."),
      problem: string("The result."),
      transaction: string("The transaction that did it."),
      at: string("When it was found."),
    }),
    {
      description:
        "Conversations that are captured no more until the operator lifts it.",
    },
  ),
  unknownHolds: Type.Array(
    closed({
      hash: string("The escrow's name of it."),
      amount: described(MoneySchema, "What is held of it yet."),
      transaction: string("The transaction that made it."),
      at: string("When it was found."),
    }),
    {
      description:
        "Holds under the operator's name that no row knows, until the chain has ended them.",
    },
  ),
});

export type RailStatus = Static<typeof RailStatusSchema>;
