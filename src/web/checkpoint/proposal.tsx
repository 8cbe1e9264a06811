import { CONTACT_TITLES } from "../../core/base/contact_titles.ts";
import { currencyText, showMoney } from "../../core/base/money.ts";
import type { Balance, Checkpoint, Payment } from "../api/types.ts";
import { Added } from "../thread/added.tsx";
import { FileCard } from "../thread/files/file_card.tsx";
import { Condition } from "../thread/money/condition.tsx";
import { nameOf } from "../thread/parties.ts";
import { MessageParts } from "../thread/parts.tsx";

type Proposal = Checkpoint["proposal"];
type Moves = NonNullable<Proposal["money"]>;

/** The whole of what is decided about: its words, its files, who gets it, the money. */
export function ProposalView({
  checkpoint: { proposal, askedBy },
  payment,
  balance,
  isSaid = false,
}: {
  checkpoint: Checkpoint;
  payment: Payment;
  /** What the person can spend, where it is theirs to spend. */
  balance?: Balance["available"] | undefined;
  /** True where its words and files stand in the thread. */
  isSaid?: boolean;
}) {
  const { text, parts, reason, artifacts, recipients, money } = proposal;
  const { a2a, contact, signs, sends } = proposal;
  const author = askedBy?.label ?? "whoever asks";
  return (
    <div className="grid gap-2.5">
      {!isSaid && (parts || text) && (
        <Quote name={wordsOf(proposal)}>
          {parts ? (
            <MessageParts parts={parts} isWhole />
          ) : (
            <MessageParts parts={[{ text: text ?? "" }]} isWhole />
          )}
          {a2a && <Added a2a={a2a} isOpen />}
        </Quote>
      )}
      {reason && (
        <Quote name={`The reason that ${author} gives`}>
          <MessageParts parts={[{ text: reason }]} isWhole />
        </Quote>
      )}
      {signs && payment.condition && (
        <p>
          It confirms the sender's condition:{" "}
          <strong>
            <Condition payment={payment} />
          </strong>
        </p>
      )}
      {!isSaid && artifacts.length > 0 && (
        <Part name="Files">
          <ul className="grid gap-2">
            {artifacts.map((it) => (
              <li key={it.artifactId}>
                <FileCard file={it} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {recipients.length > 0 && (
        <Part name={sends ? "Goes to" : "Who hears of it"}>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {recipients.map((it) => (
              <li key={it.address + it.role}>
                <bdi>{nameOf(it)}</bdi>
                {nameOf(it) !== it.address && (
                  <>
                    {" "}
                    <bdi className="hint">{it.address}</bdi>
                  </>
                )}
                {ROLES[it.role]}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {contact && <ContactChange contact={contact} />}
      {money && <Money money={money} payment={payment} balance={balance} />}
    </div>
  );
}

const ROLES: Readonly<Record<string, string>> = {
  cc: " (copy)",
  bcc: " (hidden copy)",
};

/** What the words are, where they are no message. */
function wordsOf({ asks, signs }: Proposal): string {
  if (asks) return "The question";
  return signs ? "The statement that is signed" : "What it says";
}

interface Named {
  readonly name: string;
  readonly children: React.ReactNode;
}

/** No landmark: two cards may have the same parts. */
function Part({ name, children }: Named) {
  return (
    <section>
      <h2 className="mb-0.5 font-semibold text-soft text-xs">
        <bdi>{name}</bdi>
      </h2>
      {children}
    </section>
  );
}

/** What somebody wrote, set apart from what the service says. */
function Quote({ name, children }: Named) {
  return (
    <Part name={name}>
      <div className="text-read">{children}</div>
    </Part>
  );
}

type Change = NonNullable<Proposal["contact"]>;

const STANDINGS: Readonly<Record<Change["after"]["standing"], string>> = {
  usual: "asked about as usual",
  allowed: "always let in",
  blocked: "blocked",
};

function ContactChange({
  contact: { address, before, after },
}: {
  contact: Change;
}) {
  return (
    <Part name={address}>
      <dl className="grid gap-1">
        <div>
          <dt className="inline font-semibold">Now: </dt>
          <dd className="inline">
            {before ? entryWords(before) : "not in your contacts"}
          </dd>
        </div>
        <div>
          <dt className="inline font-semibold">Then: </dt>
          <dd className="inline">{entryWords(after)}</dd>
        </div>
      </dl>
    </Part>
  );
}

function entryWords({ contactType, standing }: Change["after"]): string {
  return `${CONTACT_TITLES[contactType]}, ${STANDINGS[standing]}`;
}

const MOVES: Readonly<Record<Moves["moves"], string>> = {
  hold: "is held",
  keep: "stays held",
  raise: "more is held",
  release: "is paid",
  return: "goes back",
};

function Money({
  money: { moves, amount, from, to, before, after },
  payment,
  balance,
}: {
  money: Moves;
  payment: Payment;
  balance: Balance["available"] | undefined;
}) {
  return (
    <Part name="Money">
      <p>
        <strong className="tabular-nums">
          {amount.amount} {currencyText(payment)}
        </strong>{" "}
        {MOVES[moves]}:{" "}
        {from !== undefined && (
          <>
            from <bdi>{from}</bdi>{" "}
          </>
        )}
        for <bdi>{to}</bdi>.
        {before && after && (
          <>
            {" "}
            The price was {before.amount} and becomes {after.amount}{" "}
            {after.currency}.
          </>
        )}
      </p>
      {(moves === "hold" || moves === "keep") && payment.condition && (
        <p>
          It is paid with a signed receipt, on this condition:{" "}
          <Condition payment={payment} />
        </p>
      )}
      {balance && payment.rail === "ledger" && (
        <p>{balanceWords(amount, balance)}</p>
      )}
    </Part>
  );
}

/** What the person has before and after. */
function balanceWords(sum: Moves["amount"], balance: Moves["amount"]): string {
  const left = Number(balance.amountAtomic) - Number(sum.amountAtomic);
  return left < 0
    ? `Your balance is ${balance.amount} USDC, which is ${showMoney(-left).amount} USDC too little.`
    : `Your balance is ${balance.amount} USDC now, ${showMoney(left).amount} USDC after.`;
}
