import { useState } from "react";
import { api, onceKey } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { ContactImport, ContactsImported } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { toast } from "../shell/toasts.ts";
import { Failure } from "../ui/failure.tsx";
import { counted } from "../ui/words.ts";

const PATH = "/v1/contacts/import";
const READS = { reads: [KEYS.contacts, KEYS.firstSteps] };

/** A file of contacts, with what would become of it. */
interface Read {
  readonly bytes: string;
  readonly preview: ContactImport;
}

/** Adds people from a file that another program wrote; what it would do is shown first. */
export function ImportContacts() {
  const [read, setRead] = useState<Read>();
  const look = useSave(
    async (chosen: File) => {
      const bytes = await base64Of(chosen);
      const preview = await api<ContactImport>(`${PATH}/preview`, {
        method: "POST",
        json: { bytes },
      });
      setRead({ bytes, preview });
    },
    { reads: [], showsError: true },
  );
  return (
    <section aria-labelledby="import" className="card mt-4 p-4">
      <h2 id="import" className="font-semibold text-lg">
        Import contacts
      </h2>
      <p className="hint mb-3" id="import-hint">
        A vCard or CSV file, as Google, Outlook and Apple export it. Nothing is
        kept before you have seen what it would add; nobody is let in by it.
      </p>
      <label className="block">
        <span className="sr-only">File of contacts</span>
        <input
          type="file"
          accept=".vcf,.csv,.txt,text/vcard,text/csv"
          aria-describedby="import-hint"
          className="mb-3 block w-full text-soft text-sm file:mr-3 file:cursor-pointer file:rounded-md file:border file:border-solid file:border-line file:bg-card file:px-3 file:py-1.5 file:font-semibold file:text-ink"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            setRead(undefined);
            if (chosen) look.mutate(chosen);
            // The same file can be chosen again.
            target.value = "";
          }}
        />
      </label>
      <Failure error={look.error} />
      {read && <Preview {...read} onDone={() => setRead(undefined)} />}
    </section>
  );
}

const LOOK = {
  new: "text-good",
  known: "text-quiet",
  refused: "text-error",
} as const;
const WORDS = { new: "New", known: "Yours already", refused: "Refused" };

function Preview({ bytes, preview, onDone }: Read & { onDone: () => void }) {
  const undo = useSave(async (moments: readonly string[]) => {
    for (const importedAt of moments) {
      await api(`${PATH}/undo`, { method: "POST", json: { importedAt } });
    }
  }, READS);
  const keep = useSave(
    async () => {
      const moments: string[] = [];
      let left = 1;
      while (left > 0) {
        const answer = await api<ContactsImported>(PATH, {
          method: "POST",
          json: { bytes },
          headers: onceKey(),
        });
        moments.push(answer.importedAt);
        left = answer.added === 0 ? 0 : answer.left;
      }
      toast({
        text: `Imported ${counted(preview.new, "contact")}`,
        undo: () => undo.mutate(moments),
      });
      onDone();
    },
    { ...READS, showsError: true },
  );
  return (
    <>
      <p role="status" className="mb-2 font-semibold">
        {preview.new} new, {preview.known} yours already, {preview.refused}{" "}
        refused
      </p>
      <ul
        aria-label="What the file holds"
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
            Import {counted(preview.new, "contact")}
          </button>
        )}
        <button type="button" className="btn" onClick={onDone}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** A file as it is sent; browsers of today read it so, of which not all know `toBase64`. */
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
