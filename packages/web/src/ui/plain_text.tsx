import { webAddress } from "./markdown/web_address.ts";

/** A text as typed, line by line, with links to the web. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="mb-2.5 whitespace-pre-wrap" dir="auto">
      <WebLinks text={text} />
    </p>
  );
}

const ADDRESS = /(https?:\/\/[^\s<>"'“”]+[^\s<>"'“”.,;:!?)\]])/;

/** Makes links of the addresses in a line. */
export function WebLinks({ text }: { text: string }) {
  return text.split(ADDRESS).map((piece, index) => {
    const href = index % 2 === 1 ? webAddress(piece) : undefined;
    if (href === undefined) return piece;
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text
        key={index}
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="text-accent underline"
      >
        {piece}
      </a>
    );
  });
}
