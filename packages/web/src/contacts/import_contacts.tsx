import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { inbox, onceKey } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { ContactImport } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { toast } from "../shell/toasts.ts";
import { Failure } from "../ui/failure.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";

const READS = { reads: [KEYS.contacts, KEYS.firstSteps] };

/** A file of contacts, with a preview of its import. */
interface Read {
  readonly bytes: string;
  readonly preview: ContactImport;
}

/** Imports people from another program's file, after a preview. */
export function ImportContacts() {
  // The preview of the last chosen file; that of an earlier one is not shown.
  const look = useMutation({
    mutationFn: async (chosen: File): Promise<Read> => {
      const bytes = await base64Of(chosen);
      return { bytes, preview: await inbox.previewContactImport({ bytes }) };
    },
  });
  const input = useRef<HTMLInputElement>(null);
  const onDone = () => {
    look.reset();
    if (input.current) input.current.value = "";
    // The focused element disappears with the preview.
    input.current?.focus();
  };
  return (
    <section aria-labelledby="import" className="card mt-4 p-4">
      <h2
        id="import"
        className="font-semibold text-lg"
      >{t`Import contacts`}</h2>
      <p
        className="hint mb-3"
        id="import-hint"
      >{t`A vCard or CSV file exported from Google, Outlook or Apple. You see a preview before anything is saved. Imported people still need your acceptance.`}</p>
      <label className="block">
        <span className="sr-only">{t`Contacts file`}</span>
        <input
          type="file"
          accept=".vcf,.csv,.txt,text/vcard,text/csv"
          aria-describedby="import-hint"
          className="mb-3 block w-full text-soft text-sm file:mr-3 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-line file:bg-card file:px-3 file:py-1.5 file:font-semibold file:text-ink"
          ref={input}
          // The same file can be chosen again.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) look.mutate(chosen);
            else look.reset();
          }}
        />
      </label>
      {look.isPending && <Waiting />}
      <Failure error={look.error} />
      {look.data && <Preview {...look.data} onDone={onDone} />}
    </section>
  );
}

const LOOK = {
  new: "text-good",
  known: "text-quiet",
  refused: "text-error",
} as const;
const WORDS = {
  new: t`New`,
  known: t`Already a contact`,
  refused: t`Can't be added`,
};

function Preview({ bytes, preview, onDone }: Read & { onDone: () => void }) {
  const undo = useSave(async (moments: readonly string[]) => {
    for (const importedAt of moments) {
      await inbox.undoContactImport({ importedAt });
    }
  }, READS);
  const keep = useSave(
    async () => {
      const moments: string[] = [];
      let left = 1;
      while (left > 0) {
        const answer = await inbox.importContacts(
          { bytes },
          { headers: onceKey() },
        );
        moments.push(answer.importedAt);
        left = answer.added === 0 ? 0 : answer.left;
      }
      toast({
        text: t.many(preview.new)`Imported # contact|Imported # contacts`,
        undo: () => undo.mutate(moments),
      });
      onDone();
    },
    { ...READS, showsError: true },
  );
  return (
    <>
      <p role="status" className="mb-2 font-semibold">
        {t`${preview.new} new, ${preview.known} already contacts, ${preview.refused} can't be added`}
      </p>
      <ul
        aria-label={t`Contacts in this file`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by keys
        tabIndex={0}
        className="mb-3 max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
      >
        {preview.items.map(({ address, name, status, reason }) => (
          <li
            key={address}
            className="flex flex-wrap items-baseline gap-x-2 px-3 py-1.5"
          >
            <span className="min-w-0 flex-1 break-words">
              <bdi>{name || address}</bdi>
              {name !== "" && (
                <bdi className="block text-quiet text-sm">{address}</bdi>
              )}
            </span>
            <span className={`text-sm ${LOOK[status]}`}>
              {reason ?? WORDS[status]}
            </span>
          </li>
        ))}
      </ul>
      <Failure error={keep.error} />
      <div className="flex flex-wrap gap-2">
        {preview.new > 0 && (
          <button
            type="button"
            className="btn btn-main"
            aria-disabled={keep.isPending}
            onClick={() => !keep.isPending && keep.mutate(undefined)}
          >
            {t.many(preview.new)`Import # contact|Import # contacts`}
          </button>
        )}
        <button
          type="button"
          className="btn"
          onClick={onDone}
        >{t`Cancel`}</button>
      </div>
    </>
  );
}

/** A file in base64; today's browsers can read it like this, but not all have `toBase64`. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.readAsDataURL(file);
  });
}
