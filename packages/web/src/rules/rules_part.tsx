import { useQuery, useQueryClient } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import type { InboxRules } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { RuleForm } from "./rule_form.tsx";

type Rule = InboxRules["rules"][number];

const RULES_KEY = ["rules"];

/** The rules for incoming conversations. */
export function RulesPart() {
  const client = useQueryClient();
  const rules = useQuery({
    queryKey: RULES_KEY,
    queryFn: () => inbox.listInboxRules(),
  });
  const again = () => client.invalidateQueries({ queryKey: RULES_KEY });
  if (!rules.data) return <Waiting error={rules.error} />;
  return (
    <>
      <p className="hint mb-4">{t`Rules sort new conversations. They never accept, pay or reply.`}</p>
      {rules.data.rules.length === 0 ? (
        <p className="mb-4 text-soft">{t`No rules yet.`}</p>
      ) : (
        <ul
          aria-label={t`Your rules`}
          className="card mb-4 divide-y divide-line"
        >
          {rules.data.rules.map((rule) => (
            <RuleItem key={rule.ruleId} rule={rule} />
          ))}
        </ul>
      )}
      <RuleForm onAdded={again} />
    </>
  );
}

function RuleItem({ rule }: { rule: Rule }) {
  const { ruleId } = rule;
  const remove = useSave(() => inbox.deleteInboxRule({ ruleId }), {
    reads: [RULES_KEY],
    says: t`Rule deleted`,
  });
  return (
    <li className="flex flex-wrap items-center gap-2 px-4 py-2.5">
      <p className="min-w-0 flex-1 break-words">
        <bdi>{whichOf(rule)}</bdi>
        <span className="block text-quiet text-sm">
          <bdi>{deedsOf(rule)}</bdi>
        </span>
      </p>
      <button
        type="button"
        className="btn"
        aria-label={t`Delete: ${whichOf(rule)}`}
        aria-disabled={remove.isPending}
        onClick={() => !remove.isPending && remove.mutate(undefined)}
      >{t`Delete`}</button>
    </li>
  );
}

/** The condition of a rule, in words. */
function whichOf({ from, words }: Rule): string {
  if (!words) return from ? t`From ${from}` : t`Everything that comes`;
  return from
    ? t`From ${from}, with “${words}” in the title`
    : t`With “${words}” in the title`;
}

/** The effects of a rule, in words. */
function deedsOf({ label, inTurn, archive, trust }: Rule): string {
  const [one, ...more] = inTurn ?? [];
  const all = inTurn?.join(", ") ?? "";
  const parts = [
    label !== undefined && t`add label ${label}`,
    inTurn && !one && t`assign to all in turn`,
    one && more.length === 0 && t`assign to ${one}`,
    one && more.length > 0 && t`assign in turn to ${all}`,
    archive && t`archive`,
    trust && t`add the sender to contacts`,
  ];
  return parts.filter(Boolean).join(", ");
}
