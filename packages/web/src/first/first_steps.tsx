import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useFlags } from "../api/changes.ts";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { FirstSteps as Steps } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

type StepName = Steps["steps"][number]["name"];

/** The name of each step, and where it is done; the first is done in the demo request. */
const STEPS: Readonly<
  Record<
    StepName,
    { readonly title: string; readonly why: string; readonly href: string }
  >
> = {
  answer: {
    title: t`Answer your first request`,
    why: t`A demo asks you for a slogan. Reply and sign, and its test money is yours.`,
    href: "/c/",
  },
  connect: {
    title: t`Connect an assistant`,
    why: t`It reads and drafts for you. You approve anything that costs money.`,
    href: "/settings/access",
  },
  write: {
    title: t`Write your first request`,
    why: t`To anyone here or any email address, with a price if you like.`,
    href: "/compose",
  },
  contacts: {
    title: t`Import contacts`,
    why: t`From a vCard or CSV file. People you write to are added automatically.`,
    href: "/settings/contacts",
  },
};

/**
 * The first steps worth doing, ticked as the service says; nothing once they are done or put
 * away.
 */
export function FirstSteps() {
  const { data, refetch } = useQuery({
    queryKey: KEYS.firstSteps,
    queryFn: () => inbox.getFirstSteps(),
  });
  const flag = useFlags();
  if (!data?.shown || data.welcomeId === null) return null;
  const { steps, welcomeId, demoId } = data;
  const dismiss = () =>
    flag.mutate(
      { id: welcomeId, flags: { archived: true } },
      { onSuccess: () => void refetch() },
    );
  const done = steps.filter((it) => it.done).length;
  return (
    <section
      aria-label={t`First steps`}
      className="card mx-auto w-full max-w-md p-4 text-left text-ink"
    >
      <div className="mb-1 flex items-center gap-2">
        <h2 className="flex-1 font-semibold text-lg">{t`First steps`}</h2>
        <span className="text-quiet text-xs tabular-nums">
          {t`${done} of ${steps.length} done`}
        </span>
      </div>
      <ol className="divide-y divide-line">
        {steps.map(({ name, done }) => (
          <li key={name}>
            <Step
              name={name}
              isDone={done}
              about={name === "answer" ? (demoId ?? "") : ""}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        className="btn btn-quiet mt-1"
        aria-disabled={flag.isPending}
        onClick={dismiss}
      >{t`Hide these steps`}</button>
    </section>
  );
}

interface StepProps {
  readonly name: StepName;
  readonly isDone: boolean;
  /** The conversation it is done in, if it is done in one. */
  readonly about: string;
}

function Step({ name, isDone, about }: StepProps) {
  const { title, why, href } = STEPS[name];
  return (
    <Link
      href={href + about}
      className="-mx-2 flex min-h-11 items-start gap-3 rounded-md px-2 py-2.5 hover:bg-hover"
    >
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border ${isDone ? "border-good bg-good-back text-good" : "border-edge"}`}
      >
        {isDone && <Icon name="check" />}
      </span>
      <span className="min-w-0">
        <span className={`block ${isDone ? "text-soft" : "font-semibold"}`}>
          {title}
          {isDone && <span className="sr-only"> {t`(done)`}</span>}
        </span>
        {!isDone && <span className="block text-soft text-sm">{why}</span>}
      </span>
    </Link>
  );
}
