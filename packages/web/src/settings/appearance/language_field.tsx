import { useQuery } from "@tanstack/react-query";
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  languageOf,
} from "../../../../../src/core/base/words/languages.ts";
import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { Field } from "../../ui/field.tsx";
import { Waiting } from "../../ui/notice.tsx";
import { t } from "../../ui/t.ts";

/** The language of the person, on every device and in mails. */
export function LanguageField() {
  const { data, error } = useQuery({
    queryKey: KEYS.notifications,
    queryFn: () => inbox.getNotifications(),
  });
  const save = useSave(
    async (chosen: string) => {
      await inbox.updateNotifications({ language: languageOf(chosen) ?? null });
      // The texts of a language come with the page.
      location.reload();
    },
    { reads: [KEYS.notifications] },
  );
  if (!data) return <Waiting error={error} />;
  return (
    <Field
      label={t`Language`}
      hint={t`Used for your inbox on every device and for emails to you. Messages from others aren't translated.`}
    >
      {(ties) => (
        <select
          {...ties}
          className="field max-w-60"
          value={data.language ?? ""}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate(target.value)}
        >
          <option value="">{t`Match browser`}</option>
          {LANGUAGES.map((it) => (
            <option key={it} value={it} lang={it}>
              {LANGUAGE_NAMES[it]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
