import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { showMoney } from "../base/money.ts";
import {
  closed,
  described,
  flag,
  integer,
  MoneySchema,
  nullable,
  string,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";
import { eventsStore } from "../payments/chain/events_store.ts";
import {
  blocksBehind,
  viewChain,
} from "../payments/chain/status/chain_view.ts";
import { gasStore } from "../payments/chain/status/gas_store.ts";
import { statusStore } from "../payments/chain/status/status_store.ts";
import { stopsStore } from "../payments/chain/stops/stops_store.ts";
import { unknownStore } from "../payments/chain/stops/unknown_store.ts";

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

/** Says how money on a chain stands, to the operator. */
export const getRailStatus = defineQuery({
  name: "get_rail_status",
  title: "Read how the rails stand",
  description:
    "What the operator's account on a chain has for gas, what is held, which transactions are on their way, how far the service is behind the chain, what does not go on, which conversations wait for the operator, and which holds nobody knows.",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    ok: flag("False if an operator has to look at something."),
    chain: nullable(
      closed({
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
            conversationId: string("What it is about."),
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
            conversationId: string("What it is about."),
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
            problem: string("What was found."),
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
      }),
    ),
  }),
  async run(_input, call) {
    const { chain } = call.settings;
    if (!chain) return { ok: true, chain: null };
    const status = statusStore(call.db);
    const failing = await eventsStore(call.db).failing(chain.place.escrow);
    const [view, held, counts, transactions, troubled, gas, stops, unknown] =
      await Promise.all([
        viewChain(call, chain),
        status.held(),
        status.movements(),
        status.transactions(),
        status.troubled(),
        gasStore(call.db).newest(),
        stopsStore(call.db).open(),
        unknownStore(call.db).open(),
      ]);
    const { oldestOpen = call.now, ...movements } = counts;
    const oldestOpenSeconds = secondsSince(oldestOpen, call.now);
    const node = view && {
      ...view,
      blocksBehind: await blocksBehind(call, chain, view.final),
    };
    return {
      ok:
        node !== undefined &&
        node.actsLeft > 0 &&
        failing === undefined &&
        oldestOpenSeconds <= LIMITS.chainOpenSecondsMax &&
        [...troubled, ...stops, ...unknown].length === 0,
      chain: {
        chainId: chain.place.chainId,
        operator: chain.operator,
        node: node ? nodeView(node) : null,
        failing: failing
          ? { since: showTime(failing.failingSince), problem: failing.problem }
          : null,
        oldestOpenSeconds,
        held: { count: held.count, amount: showMoney(held.amount) },
        movements,
        transactions: transactions.map(({ builtAt, ...it }) => ({
          ...it,
          ageSeconds: secondsSince(builtAt, call.now),
        })),
        troubled: [...troubled],
        gas: [...gas],
        stops: stops.map((it) => ({
          conversationId: it.conversationId,
          problem: it.problem,
          transaction: it.movedBy,
          at: showTime(it.stoppedAt),
        })),
        unknownHolds: unknown.map(({ hash, amount, madeBy, foundAt }) => ({
          ...{ hash, amount: showMoney(amount), transaction: madeBy },
          at: showTime(foundAt),
        })),
      },
    };
  },
});

function secondsSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / 1_000));
}

function nodeView({
  gas,
  tokens,
  ...more
}: {
  readonly gas: bigint;
  readonly tokens: number;
  readonly actsLeft: number;
  readonly head: number;
  readonly final: number;
  readonly lagSeconds: number;
  readonly blocksBehind: number;
}) {
  return { gasWei: String(gas), tokens: showMoney(tokens), ...more };
}
