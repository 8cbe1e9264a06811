import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import type { InboxRulePreview } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";
import { Box } from "./rule_box.tsx";
import { TurnsField } from "./turns_field.tsx";

interface Typed {
  readonly from: string;
  readonly words: string;
  readonly label: string;
  readonly inTurn: readonly string[] | null;
  readonly archive: boolean;
  readonly trust: boolean;
}

const EMPTY: Typed = {
  from: "",
  words: "",
  label: "",
  inTurn: null,
  archive: false,
  trust: false,
};

/** A new rule; a preview shows what it would have matched before it is saved. */
export function RuleForm({ onAdded }: { onAdded: () => void }) {
  const [rule, setRule] = useState<Typed>(EMPTY);
  const condition = {
    ...(rule.from.trim() && { from: rule.from.trim() }),
    ...(rule.words.trim() && { words: rule.words.trim() }),
  };
  const look = useMutation({
    mutationFn: () => inbox.previewInboxRule(condition),
  });
  const add = useMutation({
    mutationFn: () =>
      inbox.addInboxRule({
        ...condition,
        ...(rule.label.trim() && { label: rule.label.trim() }),
        ...(rule.inTurn && { inTurn: [...rule.inTurn] }),
        archive: rule.archive,
        trust: rule.trust,
      }),
    onSuccess() {
      setRule(EMPTY);
      look.reset();
      toast({ text: t`Rule added` });
      onAdded();
    },
  });
  // The preview is hidden once its condition changes.
  const put = (change: Partial<Typed>) => {
    if ("from" in change || "words" in change) look.reset();
    if (add.isError) add.reset();
    setRule({ ...rule, ...change });
  };
  // A rule that assigns all that comes has no matches to show first.
  const isAll = rule.inTurn !== null && Object.keys(condition).length === 0;
  const hasShown = look.data !== undefined || isAll;
  const isBusy = look.isPending || add.isPending;
  return (
    <form
      aria-label={t`New rule`}
      className="card p-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        if (hasShown) add.mutate();
        else look.mutate();
      }}
    >
      <h2 className="mb-3 font-semibold">{t`New rule`}</h2>
      <TextField
        label={t`From`}
        hint={t`An address, or a domain to match all its addresses.`}
        maxLength={LIMITS.addressCharsMax}
        value={rule.from}
        onText={(from) => put({ from })}
      />
      <TextField
        label={t`Words in the title`}
        maxLength={LIMITS.ruleWordsCharsMax}
        value={rule.words}
        onText={(words) => put({ words })}
      />
      <TextField
        label={t`Add label`}
        maxLength={LIMITS.labelCharsMax}
        value={rule.label}
        onText={(label) => put({ label })}
      />
      <TurnsField inTurn={rule.inTurn} set={(inTurn) => put({ inTurn })} />
      <Box
        label={t`Archive it`}
        isOn={rule.archive}
        set={(archive) => put({ archive })}
      />
      <Box
        label={t`Add the sender to contacts`}
        isOn={rule.trust}
        set={(trust) => put({ trust })}
      />
      {look.data && <Shown preview={look.data} />}
      <Failure error={look.error ?? add.error} />
      <button
        type="submit"
        className={`btn mt-2 ${hasShown ? "btn-main" : ""}`}
        aria-disabled={isBusy}
      >
        {hasShown ? t`Add rule` : t`Preview matches`}
      </button>
    </form>
  );
}

/** The conversations that the rule would have matched. */
function Shown({
  preview: { looked, matched, examples },
}: {
  preview: InboxRulePreview;
}) {
  return (
    <div role="status" className="my-3 rounded-lg bg-faint p-3 text-sm">
      <p>
        {t.many(
          looked,
        )`Matches ${matched} of your last # conversation. Applies to new ones only.|Matches ${matched} of your last # conversations. Applies to new ones only.`}
      </p>
      <ul>
        {examples.map(({ conversationId, title, from }) => (
          <li key={conversationId} className="truncate text-soft">
            <bdi>{title || t`(no title)`}</bdi>, <bdi>{from}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
