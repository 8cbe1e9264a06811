import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { inbox } from "../api/client.ts";
import type { InboxRulePreview } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import { Failure } from "../ui/failure.tsx";
import { TextField } from "../ui/field.tsx";
import { t } from "../ui/t.ts";

const EMPTY = { from: "", words: "", label: "", archive: false, trust: false };

/** A new rule; a preview shows what it would have matched before it is saved. */
export function RuleForm({ onAdded }: { onAdded: () => void }) {
  const [rule, setRule] = useState(EMPTY);
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
  const put = (change: Partial<typeof EMPTY>) => {
    if ("from" in change || "words" in change) look.reset();
    if (add.isError) add.reset();
    setRule({ ...rule, ...change });
  };
  const hasShown = look.data !== undefined;
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

function Box({
  label,
  isOn,
  set,
}: {
  label: string;
  isOn: boolean;
  set: (isOn: boolean) => void;
}) {
  return (
    <label className="flex min-h-9 items-center gap-2.5 max-md:min-h-11">
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isOn}
        onChange={({ target }) => set(target.checked)}
      />
      {label}
    </label>
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
