import { durationInWords } from "../../../../../src/core/base/duration.ts";
import type { Conversation } from "../../api/types.ts";
import { isFrozen } from "../../ui/frozen.ts";
import { amountSaid } from "../../ui/money/money.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";

type Milestone = NonNullable<
  NonNullable<Conversation["terms"]>["milestones"]
>[number];

/** The step of the price that is signed next; undefined without any. */
export function stepToSign({ terms }: Conversation): Milestone | undefined {
  return terms?.milestones?.find(({ state }) => state === "open");
}

/** The steps of a price: what each is for, its amount, and whether it was paid. */
export function Milestones({ conversation }: { conversation: Conversation }) {
  const { terms, payment } = conversation;
  if (!terms?.milestones) return null;
  const isNextSigned = payment.status === "held" && !isFrozen(conversation);
  const next = isNextSigned ? stepToSign(conversation) : undefined;
  return (
    <ol aria-label={t`Steps`} className="mt-2 space-y-1 text-sm">
      {terms.milestones.map((it) => (
        <li key={it.milestoneId} className="flex items-baseline gap-x-2">
          <span
            className={`size-1.75 shrink-0 self-center rounded-full border-[1.5px] ${lookOf(it, next)}`}
          />
          <span
            className={`min-w-0 flex-1 break-words ${it === next ? "font-semibold" : ""}`}
          >
            {it.title}
            <StepDate step={it} />
          </span>
          <span className="shrink-0 text-soft">{wordsOf(it, next)}</span>
          <span
            className={`w-20 shrink-0 text-end tabular-nums ${it.state === "returned" ? "text-quiet line-through" : ""}`}
          >
            {amountSaid(it.amount)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Until when a step is due, as long as it is open. */
function StepDate({
  step: { state, dueAt, deliverBy, deliverWithin, overdue },
}: {
  step: Milestone;
}) {
  const at = dueAt ?? deliverBy;
  if (state !== "open" || !(at ?? deliverWithin)) return null;
  return (
    <span
      className={`block font-normal text-xs ${overdue ? "text-warn" : "text-quiet"}`}
    >
      {!at
        ? t`in ${durationInWords(deliverWithin ?? "", t.language)} from the acceptance`
        : overdue
          ? rich`Overdue since ${<Time at={at} isShort />}`
          : rich`by ${<Time at={at} isShort />}`}
    </span>
  );
}

function lookOf({ state }: Milestone, next: Milestone | undefined): string {
  if (state === "released") return "border-good bg-good";
  return state === "open" && next ? "border-accent" : "border-edge";
}

function wordsOf(it: Milestone, next: Milestone | undefined): string {
  if (it === next) return t`next`;
  return { released: t`paid`, open: t`open`, returned: t`returned` }[it.state];
}
