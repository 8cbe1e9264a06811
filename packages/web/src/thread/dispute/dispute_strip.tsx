import type { ReactNode } from "react";
import { actionOf } from "../../api/actions.ts";
import { useAct } from "../../api/changes.ts";
import type {
  Action,
  Conversation,
  Participant,
  Payment,
} from "../../api/types.ts";
import { DISPUTE_ID } from "../../checkpoint/asked_about.ts";
import { Badge } from "../../ui/badge.tsx";
import { amountSaid } from "../../ui/money/money.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { NumberButton, OpenDisputeButton } from "./dispute_dialogs.tsx";
import type { Dispute } from "./dispute_words.ts";
import { isMine, isOpen, nameAt, REASONS, STATUSES } from "./dispute_words.ts";
import { EvidenceButton } from "./evidence_button.tsx";
import { History } from "./history.tsx";
import { whatNext } from "./what_next.tsx";

/** A dispute at a glance: the amounts, what happens next, what the person can do, its history. */
export function DisputeStrip({
  conversation,
  me,
}: {
  conversation: Conversation;
  me: Participant | undefined;
}) {
  const { id, terms, imported } = conversation;
  const dispute = terms?.dispute;
  if (imported) return null;
  if (!dispute) return <Before conversation={conversation} />;
  const look = isOpen(dispute)
    ? "bg-warn-back text-warn"
    : "bg-faint text-soft";
  return (
    <section
      id={DISPUTE_ID}
      aria-label={t`Dispute`}
      className="mt-3 rounded-xl border border-line bg-card px-4 py-3 text-sm"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge look={look}>{STATUSES[dispute.status]}</Badge>
        <span>
          {rich`${<bdi>{nameAt(conversation, dispute.splits[0]?.by ?? "")}</bdi>}: “${REASONS[dispute.reason]}”`}
        </span>
      </p>
      <Figures conversation={conversation} dispute={dispute} me={me} />
      {isOpen(dispute) && (
        <Standing conversation={conversation} dispute={dispute} />
      )}
      <p className="mt-2">{whatNext(conversation, dispute, me)}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Buttons conversation={conversation} />
        <EvidenceButton conversationId={id} />
      </div>
      <details className="mt-1">
        <summary className="hint">{t`What each side said`}</summary>
        <History conversation={conversation} dispute={dispute} />
      </details>
    </section>
  );
}

/** Before any dispute: who would decide one, and the way to open one. */
function Before({ conversation }: { conversation: Conversation }) {
  const { terms, payment } = conversation;
  const arbiter = payment.status === "none" ? undefined : terms?.arbiter;
  const canOpen = actionOf(conversation, "dispute")?.ready === true;
  if (arbiter === undefined && !canOpen) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {arbiter !== undefined && (
        <span>{rich`Disputes are decided by ${<bdi>{arbiter}</bdi>}.`}</span>
      )}
      <OpenDisputeButton conversation={conversation} />
    </p>
  );
}

interface Viewed {
  conversation: Conversation;
  dispute: Dispute;
  me: Participant | undefined;
}

/** The numbers in one line: what it is about and what each side asks, or how it ended. */
function Figures({ conversation, dispute, me }: Viewed) {
  const { amount, splits, outcome, about } = dispute;
  const payer = conversation.payment.payer?.address ?? splits[0]?.by;
  const payee = conversation.payment.payee?.address;
  const nameOf = (address = "") => nameAt(conversation, address);
  if (outcome) {
    return (
      <Row>
        <Figure
          name={
            isMine(me, payer) ? t`Back to you` : t`Back to ${nameOf(payer)}`
          }
          amount={outcome.return}
        />
        <Figure
          name={
            isMine(me, payee) ? t`Paid to you` : t`Paid to ${nameOf(payee)}`
          }
          amount={outcome.release}
        />
      </Row>
    );
  }
  const standing = (isPayer: boolean) =>
    splits.find((it) => it.status === "open" && (it.by === payer) === isPayer)
      ?.return;
  return (
    <Row>
      <Figure name={about === "held" ? t`Held` : t`Was paid`} amount={amount} />
      <Figure
        name={
          isMine(me, payer) ? t`You want back` : t`${nameOf(payer)} wants back`
        }
        amount={standing(true)}
      />
      <Figure
        name={
          isMine(me, payee)
            ? t`You offer back`
            : t`${nameOf(payee)} offers back`
        }
        amount={standing(false)}
      />
    </Row>
  );
}

/** The words of the numbers that stand. */
function Standing({ conversation, dispute }: Omit<Viewed, "me">) {
  return dispute.splits.map(
    ({ number, by, text, status }) =>
      status === "open" &&
      text && (
        <p key={number} className="mt-1.5 break-words">
          {rich`${<bdi className="font-semibold">{nameAt(conversation, by)}</bdi>}: ${<q>{text}</q>}`}
        </p>
      ),
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-2 grid auto-cols-[minmax(0,auto)] grid-flow-col items-end justify-start gap-x-8 max-md:gap-x-4">
      {children}
    </dl>
  );
}

function Figure({
  name,
  amount,
}: {
  name: string;
  amount: Payment["price"] | undefined;
}) {
  return (
    <div>
      <dt className="text-quiet text-xs">
        <bdi>{name}</bdi>
      </dt>
      <dd className="font-semibold text-lg tabular-nums">
        {amount ? amountSaid(amount) : "–"}
      </dd>
    </div>
  );
}

/** The acts that no question in the decision bar asks about. */
function Buttons({ conversation }: { conversation: Conversation }) {
  const { id, checkpoints } = conversation;
  const isAsked = checkpoints.some(
    ({ act, status, mayDecide }) =>
      (act === "dispute" || act === "arbitration") &&
      status === "open" &&
      mayDecide,
  );
  const ready = (name: Action["name"]) => {
    const action = actionOf(conversation, name);
    return action?.ready ? action : undefined;
  };
  const take = isAsked ? undefined : ready("take_split");
  const propose = isAsked ? undefined : ready("propose_split");
  const rule = isAsked ? undefined : ready("rule");
  const withdraw = ready("withdraw_dispute");
  return (
    <>
      {rule && <NumberButton conversation={conversation} action={rule} />}
      {take && <Take id={id} action={take} />}
      {propose && <NumberButton conversation={conversation} action={propose} />}
      {withdraw && <Withdraw id={id} action={withdraw} />}
    </>
  );
}

function Take({ id, action }: { id: string; action: Action }) {
  const take = useAct(id, "dispute/answer", { says: t`Settled` });
  return (
    <button
      type="button"
      className="btn"
      title={action.effect}
      aria-disabled={take.isPending}
      onClick={() =>
        !take.isPending && take.mutate({ take: action.input?.take })
      }
    >
      {action.title}
    </button>
  );
}

function Withdraw({ id, action }: { id: string; action: Action }) {
  const withdraw = useAct(id, "dispute/withdraw", {
    says: t`Dispute withdrawn`,
  });
  return (
    <button
      type="button"
      className="btn"
      title={action.effect}
      aria-disabled={withdraw.isPending}
      onClick={() => !withdraw.isPending && withdraw.mutate({})}
    >
      {action.title}
    </button>
  );
}
