import { useState } from "react";
import type { Theme } from "../../shell/preferences.ts";
import {
  chooseCompact,
  chooseShortcuts,
  chooseTheme,
  chooseUndoSeconds,
  hasShortcuts,
  isCompact,
  theme,
  UNDO_SECONDS,
  undoSeconds,
} from "../../shell/preferences.ts";
import { Field } from "../../ui/field.tsx";
import { t } from "../../ui/t.ts";
import { LanguageField } from "./language_field.tsx";

const THEMES: Readonly<Record<Theme, string>> = {
  system: t`Match device`,
  light: t`Light`,
  dark: t`Dark`,
};

/** The person's language, and the look and keys of the inbox on this device. */
export function AppearancePart() {
  const [chosen, setChosen] = useState(theme);
  const [undo, setUndo] = useState(undoSeconds);
  const [isDense, setDense] = useState(isCompact);
  const [hasKeys, setKeys] = useState(hasShortcuts);
  return (
    <>
      <div className="mb-6">
        <LanguageField />
      </div>
      <fieldset className="mb-6">
        <legend className="mb-1 font-semibold">{t`Theme`}</legend>
        {(Object.keys(THEMES) as Theme[]).map((it) => (
          <label key={it} className="flex min-h-9 items-center gap-2.5">
            <input
              type="radio"
              name="theme"
              className="size-4 accent-accent"
              checked={chosen === it}
              onChange={() => {
                chooseTheme(it);
                setChosen(it);
              }}
            />
            {THEMES[it]}
          </label>
        ))}
      </fieldset>
      <label className="mb-6 flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-5 accent-accent"
          checked={isDense}
          onChange={(event) => {
            chooseCompact(event.target.checked);
            setDense(event.target.checked);
          }}
        />
        {t`Compact lists, with more rows on screen`}
      </label>
      <label className="mb-6 flex items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-0.5 size-5 accent-accent"
          checked={hasKeys}
          onChange={(event) => {
            chooseShortcuts(event.target.checked);
            setKeys(event.target.checked);
          }}
        />
        {t`Single-key shortcuts, such as E to archive`}
      </label>
      <Field
        label={t`Undo send`}
        hint={t`Nothing is delivered or held until this time is up.`}
      >
        {(ties) => (
          <select
            {...ties}
            className="field max-w-60"
            value={undo}
            onChange={({ target }) => {
              chooseUndoSeconds(Number(target.value));
              setUndo(Number(target.value));
            }}
          >
            {UNDO_SECONDS.map((it) => (
              <option key={it} value={it}>
                {it === 0
                  ? t`Off: send immediately`
                  : t.many(it)`# second|# seconds`}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
