import type { PutDelegationInput } from "../../../../client/src/generated/types.ts";
import { t } from "../../ui/t.ts";

type Kind = NonNullable<PutDelegationInput["kinds"]>[number];

/** The decisions that a delegate may be given, as a person chooses among them. */
export const KIND_CHOICES: readonly {
  readonly id: string;
  readonly title: string;
  /** Absent for all. */
  readonly kinds?: Kind[];
}[] = [
  { id: "all", title: t`Everything that waits` },
  { id: "requests", title: t`Requests`, kinds: ["accept"] },
  {
    id: "proposals",
    title: t`What agents propose`,
    kinds: [
      ...(["submit", "outward", "reply", "artifact", "complete"] as const),
      ...(["receipt", "ask", "cancel"] as const),
    ],
  },
];

/** What a delegate decides, in words. */
export function kindsInWords(kinds: readonly string[] | null): string {
  const found = KIND_CHOICES.find((it) =>
    kinds === null
      ? it.kinds === undefined
      : it.kinds?.toSorted().join() === kinds.toSorted().join(),
  );
  return found?.title ?? t`Some kinds of decisions`;
}
