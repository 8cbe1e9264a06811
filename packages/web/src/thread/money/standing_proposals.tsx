import type { ReactNode } from "react";
import { actionOf } from "../../api/actions.ts";
import { useAct, useWithdrawing } from "../../api/changes.ts";
import type { Action, Conversation } from "../../api/types.ts";
import { moneyText } from "../../ui/money/money.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { nameOf } from "../parties.ts";

type Proposal = NonNullable<
  NonNullable<Conversation["terms"]>["proposals"]
>[number];

/** The proposals that stand until a price is held, and what the person can do about them. */
export function StandingProposals({
  conversation,
}: {
  conversation: Conversation;
}) {
  const { id, terms, checkpoints } = conversation;
  const accept = actionOf(conversation, "accept_proposal");
  const withdraw = actionOf(conversation, "withdraw_proposal");
  const isAsked = checkpoints.some(
    ({ act, status }) => act === "proposal" && status === "open",
  );
  const find = (action: Action | undefined) =>
    terms?.proposals?.find((it) => it.proposalId === action?.input?.proposalId);
  // Where it is asked about, the question says it.
  const theirs = isAsked ? undefined : find(accept);
  const own = find(withdraw);
  const declined = own ? undefined : declinedIn(conversation);
  if (!theirs && !own && !declined) return null;
  return (
    <section
      aria-label={t`Terms`}
      className="mt-3 grid gap-2 border-line border-s-2 ps-4 text-sm"
    >
      {theirs && (
        <Standing conversation={conversation} proposal={theirs}>
          {accept?.ready && (
            <Accept id={id} action={accept} proposal={theirs} />
          )}
        </Standing>
      )}
      {own && (
        <Standing conversation={conversation} proposal={own} isOwn>
          {withdraw?.ready && (
            <Withdraw id={id} action={withdraw} proposal={own} />
          )}
        </Standing>
      )}
      {declined && <Declined conversation={conversation} proposal={declined} />}
    </section>
  );
}

/** The newest proposal, if it was declined and another one may follow. */
function declinedIn(conversation: Conversation): Proposal | undefined {
  const newest = conversation.terms?.proposals?.at(-1);
  const mayFollow = actionOf(conversation, "propose")?.ready;
  return mayFollow && newest?.status === "declined" ? newest : undefined;
}

/** Says that a proposal was declined, and why. */
function Declined({
  conversation: { payment },
  proposal: { price, reason },
}: {
  conversation: Conversation;
  proposal: Proposal;
}) {
  const label = payment.rail === "ledger" ? "TEST" : undefined;
  const amount = (
    <strong>{moneyText({ price, ...(label && { label }) })}</strong>
  );
  return (
    <p className="text-soft">
      {rich`The proposal of ${amount} was declined.`}
      {reason && (
        <>
          {" "}
          <q className="break-words">{reason}</q>
        </>
      )}
    </p>
  );
}

/** The condition of a proposal where it would change. */
const RELEASES: Readonly<Record<Proposal["release"], string>> = {
  replied: t`paid on the recipient's reply`,
  accepted: t`paid on acceptance`,
  converted: "",
};

/** One proposal in a line: by whom, how much, when it is paid, until when, and its note. */
function Standing({
  conversation: { participants, payment, release: stands },
  proposal: { by, price, release, validUntil, dueAt, note },
  isOwn = false,
  children,
}: {
  conversation: Conversation;
  proposal: Proposal;
  isOwn?: boolean;
  children: ReactNode;
}) {
  const label = payment.rail === "ledger" ? "TEST" : undefined;
  const amount = (
    <strong>{moneyText({ price, ...(label && { label }) })}</strong>
  );
  const until = <Time at={validUntil} isShort />;
  const who = participants.find(({ address }) => address === by);
  const name = <bdi>{who ? nameOf(who) : by}</bdi>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="min-w-0">
        {isOwn
          ? rich`You proposed ${amount}, valid until ${until}`
          : rich`${name} proposes ${amount}, valid until ${until}`}
        {release !== stands && `, ${RELEASES[release]}`}
        {dueAt && <>, {rich`due by ${<Time at={dueAt} isShort />}`}</>}
        {note && (
          <>
            {" "}
            <q className="break-words text-soft">{note}</q>
          </>
        )}
      </p>
      {children}
    </div>
  );
}

interface Answering {
  id: string;
  action: Action;
  proposal: Proposal;
}

function Accept({ id, action, proposal: { proposalId } }: Answering) {
  const path = `proposals/${proposalId}/accept`;
  const accept = useAct(id, path, { says: t`Terms accepted` });
  return (
    <button
      type="button"
      className="btn"
      title={action.effect}
      aria-disabled={accept.isPending}
      onClick={() => !accept.isPending && accept.mutate({})}
    >
      {action.title}
    </button>
  );
}

function Withdraw({ id, action, proposal: { proposalId } }: Answering) {
  const withdraw = useWithdrawing(id, t`Proposal withdrawn`);
  return (
    <button
      type="button"
      className="btn btn-quiet"
      title={action.effect}
      aria-disabled={withdraw.isPending}
      onClick={() => !withdraw.isPending && withdraw.mutate(proposalId)}
    >
      {action.title}
    </button>
  );
}
