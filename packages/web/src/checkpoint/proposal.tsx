import type { ReactNode } from "react";
import { CONTACT_TITLES } from "../../../../src/core/base/contact_titles.ts";
import { currencyText, showMoney } from "../../../../src/core/base/money.ts";
import type {
  Balance,
  Checkpoint,
  Conversation,
  Payment,
} from "../api/types.ts";
import { Added } from "../thread/added.tsx";
import { FileCard } from "../thread/files/file_card.tsx";
import { Condition } from "../thread/money/condition.tsx";
import { nameOf } from "../thread/parties.ts";
import { MessageParts } from "../thread/parts.tsx";
import { amountSaid, moneyText } from "../ui/money/money.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { asStart } from "../ui/words.ts";
import { wordsAskedAbout } from "./asked_about.ts";

type Proposal = Checkpoint["proposal"];
type Moves = NonNullable<Proposal["money"]>;

/** All that is decided about: words, files, recipients, money. */
export function ProposalView({
  checkpoint,
  conversation,
  balance,
  isSaid = false,
  fields,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
  /** The person's balance, if it is theirs to spend. */
  balance?: Balance["available"] | undefined;
  /** True if its words and files are in the thread. */
  isSaid?: boolean;
  /** Replaces its words and its money while they are edited. */
  fields?: ReactNode;
}) {
  const { proposal, askedBy } = checkpoint;
  const { text, parts, a2a } = wordsAskedAbout(conversation, checkpoint);
  const { reason, artifacts, recipients, money } = proposal;
  const { contact, signs, sends } = proposal;
  const { payment, terms } = conversation;
  const condition = (
    <strong>
      <Condition payment={payment} />
    </strong>
  );
  return (
    <div className="grid gap-2.5">
      {fields}
      {!isSaid && !fields && (parts || text) && (
        <Quote name={wordsOf(proposal)}>
          {parts ? (
            <MessageParts parts={parts} terms={conversation.terms} isWhole />
          ) : (
            <MessageParts parts={[{ text: text ?? "" }]} isWhole />
          )}
          {a2a && <Added a2a={a2a} isOpen />}
        </Quote>
      )}
      {reason && (
        <Quote name={reasonOf(askedBy)}>
          <MessageParts parts={[{ text: reason }]} isWhole />
        </Quote>
      )}
      {signs && payment.condition && (
        <p>{rich`Confirms the sender's condition: ${condition}`}</p>
      )}
      {!isSaid && artifacts.length > 0 && (
        <Part name={t`Files`}>
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
        <Part name={sends ? t`Recipients` : t`Will be notified`}>
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
      {money && !fields && (
        <Money
          money={money}
          payment={payment}
          balance={balance}
          arbiter={terms?.arbiter}
        />
      )}
    </div>
  );
}

const ROLES: Readonly<Record<string, string>> = {
  cc: ` (${t`copy`})`,
  bcc: ` (${t`hidden copy`})`,
};

function reasonOf(askedBy: Checkpoint["askedBy"]): string {
  return askedBy
    ? t`Reason from ${asStart({ ...askedBy, kind: "person" })}`
    : t`Reason`;
}

/** The name of the words, if they are not a message. */
function wordsOf({ asks, signs }: Proposal): string {
  if (asks) return t`Question`;
  return signs ? t`Statement to sign` : t`Text`;
}

interface Named {
  readonly name: string;
  readonly children: ReactNode;
}

/** Not a landmark: two cards may have the same parts. */
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

/** Somebody's words, distinguished from the service's own. */
function Quote({ name, children }: Named) {
  return (
    <Part name={name}>
      <div className="text-read">{children}</div>
    </Part>
  );
}

type Change = NonNullable<Proposal["contact"]>;

const STANDINGS: Readonly<Record<Change["after"]["standing"], string>> = {
  usual: t`asks every time`,
  allowed: t`always allowed`,
  blocked: t`blocked`,
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
          <dt className="inline font-semibold">{t`Now:`} </dt>
          <dd className="inline">
            {before ? entryWords(before) : t`not in your contacts`}
          </dd>
        </div>
        <div>
          <dt className="inline font-semibold">{t`Then:`} </dt>
          <dd className="inline">{entryWords(after)}</dd>
        </div>
      </dl>
    </Part>
  );
}

function entryWords({ contactType, standing }: Change["after"]): string {
  return `${t.of(CONTACT_TITLES[contactType])}, ${STANDINGS[standing]}`;
}

type SayMove = (sum: ReactNode, to: ReactNode) => ReactNode;

const MOVES: Readonly<Record<Moves["moves"], SayMove>> = {
  hold: (sum, to) => rich`${sum} will be held for ${to}`,
  keep: (sum, to) => rich`${sum} stays held for ${to}`,
  raise: (sum, to) => rich`${sum} more will be held for ${to}`,
  release: (sum, to) => rich`${sum} will be paid to ${to}`,
  return: (sum, to) => rich`${sum} will be returned to ${to}`,
};

function Money({
  money: { moves, amount, from, to, before, after },
  payment,
  balance,
  arbiter,
}: {
  money: Moves;
  payment: Payment;
  balance: Balance["available"] | undefined;
  arbiter: string | undefined;
}) {
  const holds = moves === "hold" || moves === "keep";
  const sum = (
    <strong className="tabular-nums">
      {amountSaid(amount)} {currencyText(payment)}
    </strong>
  );
  return (
    <Part name={t`Money`}>
      <p>
        {MOVES[moves](sum, <bdi>{to}</bdi>)}
        {from !== undefined && rich`, from ${<bdi>{from}</bdi>}`}.
        {before &&
          after &&
          ` ${t`The price changes from ${amountSaid(before)} to ${amountSaid(after)} ${currencyText(payment)}.`}`}
      </p>
      {holds && payment.condition && (
        <p>
          {rich`Paid on a signed receipt. Condition: ${<Condition payment={payment} />}`}
        </p>
      )}
      {holds && arbiter !== undefined && (
        <p>{rich`Disputes are decided by ${<bdi>{arbiter}</bdi>}.`}</p>
      )}
      {balance && payment.rail === "ledger" && (
        <p>{balanceWords(amount, balance)}</p>
      )}
    </Part>
  );
}

/** The person's balance before and after, also of test money. */
function balanceWords(sum: Moves["amount"], balance: Moves["amount"]): string {
  const left = Number(balance.amountAtomic) - Number(sum.amountAtomic);
  const said = (price: Moves["amount"]) => moneyText({ price, label: "TEST" });
  return left < 0
    ? t`You have ${said(balance)}. You need ${said(showMoney(-left))} more.`
    : t`Your balance: ${said(balance)} now, ${said(showMoney(left))} after.`;
}
