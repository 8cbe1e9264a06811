import type { Message } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { saveFile } from "../ui/save_file.ts";

type Part = Message["parts"][number];

/** What somebody wrote, part by part, as text: nothing of it runs. */
export function MessageParts({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no ids and keep their order
    <OnePart key={index} part={part} />
  ));
}

function OnePart({ part }: { part: Part }) {
  if (part.text !== undefined) return <Text text={part.text} />;
  if (part.data !== undefined) {
    return (
      <pre className="mb-2 whitespace-pre-wrap rounded-lg bg-page p-3 font-mono text-sm [overflow-wrap:anywhere]">
        {JSON.stringify(part.data, null, 2)}
      </pre>
    );
  }
  const name = part.filename ?? part.mediaType ?? "a file";
  if (part.raw !== undefined) return <Enclosed name={name} raw={part.raw} />;
  return (
    <p className="mb-2 text-soft">
      Points at <bdi>{name}</bdi>: <Text text={part.url ?? ""} isInline />
    </p>
  );
}

const LINK = /(https?:\/\/[^\s<>"'“”]+[^\s<>"'“”.,;:!?)\]])/;

function Text({
  text,
  isInline = false,
}: {
  text: string;
  isInline?: boolean;
}) {
  const pieces = text.split(LINK).map((piece, index) =>
    index % 2 === 1 ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
        key={index}
        href={piece}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline"
      >
        {piece}
      </a>
    ) : (
      piece
    ),
  );
  if (isInline) return <bdi>{pieces}</bdi>;
  return (
    <p className="whitespace-pre-wrap" dir="auto">
      {pieces}
    </p>
  );
}

/** A file within the message itself: it is saved, never shown. */
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
        aria-label={`Download ${name}`}
        onClick={save}
      >
        Download
      </button>
    </p>
  );
}
