import { useEffect, useRef, useState } from "react";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api } from "../api/client.ts";
import { useBalance } from "../api/queries.ts";
import type { Checkpoint, Conversation } from "../api/types.ts";
import { CodeBlock } from "../ui/code_block.tsx";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { Time, untilText } from "../ui/time.tsx";
import { questionId } from "./needs_bar.tsx";
import { outcomesOf } from "./outcomes.ts";
import { nameOf } from "./parties.ts";

/** As many messages leave the question in sight. */
const SHORT = 3;

type Decision = "approve" | "decline";

/** What waits for the person's decision: exactly what happens on yes and on no. */
export function CheckpointCard({
  checkpoint,
  conversation,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
}) {
  const count = conversation.messages.length;
  const [comment, setComment] = useState("");
  const { data: balance } = useBalance();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // What was said comes first; in a long thread the question must not be missed.
    if (count > SHORT) card.current?.scrollIntoView({ block: "nearest" });
  }, [count]);
  const { checkpointId, title, summary, expiresAt, openedAt, rules } =
    checkpoint;
  const decide = useChange(
    (decision: Decision) =>
      api<Changed>(`/v1/conversations/${conversation.id}/decisions`, {
        method: "POST",
        json: { checkpointId, decision, comment },
      }),
    { says: "Your decision is recorded" },
  );
  const { approve, decline, silence, money } = outcomesOf(
    checkpoint,
    conversation,
    balance && Number(balance.available.amountAtomic),
  );
  const asker = askerOf(checkpoint, conversation);
  return (
    <section
      ref={card}
      id={questionId(checkpointId)}
      tabIndex={-1}
      aria-label={title}
      className="card mb-4 scroll-mt-4 border-accent border-l-4 p-4"
    >
      <p className="mb-1 flex items-center gap-2 text-sm font-semibold text-accent">
        <Icon name="needs" size={18} /> Needs you
      </p>
      <h2 className="mb-1 font-semibold">
        <bdi>{title}</bdi>
      </h2>
      <p className="mb-3">
        <bdi>{summary}</bdi>
      </p>
      <dl className="mb-3 grid gap-x-4 gap-y-2 sm:grid-cols-[auto_1fr]">
        <Fact name="If you approve">{approve}</Fact>
        <Fact name="If you decline">{decline}</Fact>
        {money.map(([name, says]) => (
          <Fact key={name} name={name}>
            {says}
          </Fact>
        ))}
        <Fact name="Asked by">
          <bdi>{asker.name}</bdi> (<bdi>{asker.address}</bdi>),{" "}
          <Time at={openedAt} />
        </Fact>
        <Fact name="Because">
          <Rules rules={rules} />
        </Fact>
        <Fact name="Expires">
          <Time at={expiresAt} />, {untilText(expiresAt)}. {silence}
        </Fact>
      </dl>
      <Exact action={checkpoint.action} digest={checkpoint.actionDigest} />
      <Field label="Comment" hint="It goes into the record with your decision.">
        {(ties) => (
          <textarea
            {...ties}
            className="field"
            rows={2}
            maxLength={2_000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-main"
          aria-disabled={decide.isPending}
          onClick={() => !decide.isPending && decide.mutate("approve")}
        >
          Approve
        </button>
        <button
          type="button"
          className="btn btn-bad"
          aria-disabled={decide.isPending}
          onClick={() => !decide.isPending && decide.mutate("decline")}
        >
          Decline
        </button>
      </div>
    </section>
  );
}

interface Asker {
  readonly name: string;
  readonly address: string;
}

/** Who asks: an agent by the name of its access, else the other side. */
function askerOf(
  { askedBy, kind }: Checkpoint,
  { from, participants, payment }: Conversation,
): Asker {
  if (askedBy) return askedBy;
  if (kind !== "input") return from;
  const payee = participants.find(
    ({ address }) => address === payment.payee?.address,
  );
  return payee ? { name: nameOf(payee), address: payee.address } : from;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="contents">
      <dt className="font-semibold sm:text-right">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** Which rules ask, each in the service's own sentence and by its name. */
function Rules({ rules }: Pick<Checkpoint, "rules">) {
  return (
    <ul className="grid gap-1">
      {rules.map(({ id, detail }) => (
        <li key={id}>
          <bdi>{detail || "A rule of the review asks a person."}</bdi>{" "}
          <code className="hint whitespace-nowrap">{id}</code>
        </li>
      ))}
    </ul>
  );
}

/** The action as the decision is bound to it, for whoever wants to see it. */
function Exact({ action, digest }: { action: object; digest: string }) {
  return (
    <details className="mb-3">
      <summary className="hint">The exact action</summary>
      <CodeBlock
        label="The exact action"
        text={`${JSON.stringify(action, null, 2)}\nsha256 ${digest}`}
      />
    </details>
  );
}
