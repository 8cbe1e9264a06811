import type { Conversation, Message } from "../api/types.ts";
import { OrderTable, saysOrder } from "../offers/order_table.tsx";
import { Icon } from "../ui/icon.tsx";
import { PlainText, WebLinks } from "../ui/plain_text.tsx";
import { rich } from "../ui/rich.ts";
import { saveFile } from "../ui/save_file.ts";
import { t } from "../ui/t.ts";
import { WrittenText } from "../ui/written_text.tsx";

type Part = Message["parts"][number];

/** The parts of a message: nothing in them is run. */
export function MessageParts({
  parts,
  terms,
  isWhole = false,
}: {
  parts: readonly Part[];
  /** The terms of the order that the parts may say: it is shown as a table. */
  terms?: Conversation["terms"];
  /** True if all of it must be visible. */
  isWhole?: boolean;
}) {
  const own = terms ? parts.filter((it) => !saysOrder(it, terms)) : parts;
  return (
    <>
      {own.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
        <OnePart key={index} part={part} isWhole={isWhole} />
      ))}
      {terms && own.length < parts.length && <OrderTable terms={terms} />}
    </>
  );
}

function OnePart({ part, isWhole }: { part: Part; isWhole: boolean }) {
  const { text, mediaType } = part;
  if (text !== undefined) {
    return mediaType === "text/plain" ? (
      <PlainText text={text} />
    ) : (
      <WrittenText text={text} isWhole={isWhole} />
    );
  }
  if (part.data !== undefined) {
    return (
      <pre className="mb-2 whitespace-pre-wrap rounded-lg bg-page p-3 font-mono text-sm [overflow-wrap:anywhere]">
        {JSON.stringify(part.data, null, 2)}
      </pre>
    );
  }
  const name = part.filename ?? part.mediaType ?? t`a file`;
  if (part.raw !== undefined) return <Enclosed name={name} raw={part.raw} />;
  const where = (
    <bdi>
      <WebLinks text={part.url ?? ""} />
    </bdi>
  );
  return (
    <p className="mb-2 text-soft">
      {rich`Links to ${<bdi>{name}</bdi>}: ${where}`}
    </p>
  );
}

/** A file inside the message itself: it can only be saved. */
function Enclosed({ name, raw }: { name: string; raw: string }) {
  const save = () =>
    saveFile(
      new Blob([Uint8Array.from(atob(raw), (it) => it.charCodeAt(0))], {
        type: "application/octet-stream",
      }),
      name,
    );
  return (
    <p className="mb-2 flex flex-wrap items-center gap-2">
      <Icon name="file" />
      <bdi className="min-w-0 font-medium">{name}</bdi>
      <button
        type="button"
        className="btn text-sm"
        aria-label={t`Download ${name}`}
        onClick={save}
      >
        {t`Download`}
      </button>
    </p>
  );
}
