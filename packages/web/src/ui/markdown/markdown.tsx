import type { ReactNode } from "react";
import { useMemo } from "react";
import { PlainText, WebLinks } from "../plain_text.tsx";
import { rich } from "../rich.ts";
import { t } from "../t.ts";
import { blocksOf, shownText } from "./blocks.ts";
import { quotedEnd } from "./quoted_end.ts";
import type { Made, Part, Shape } from "./reading.ts";

/**
 * A text of others: Markdown as our own elements, never as HTML (docs/web_app.md); other text
 * as typed.
 */
export function Markdown({
  text,
  isWhole,
}: {
  text: string;
  /** True if nothing of it may be folded. */
  isWhole: boolean;
}) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  if (!blocks) return <PlainText text={text} />;
  const { said, quoted } = isWhole
    ? { said: blocks, quoted: [] }
    : quotedEnd(blocks);
  return (
    <div className={LOOK}>
      <Parts parts={said} isBlock />
      {quoted.length > 0 && (
        <details className="mb-2.5">
          <summary className="hint">{t`Quoted text`}</summary>
          <Parts parts={quoted} isBlock />
        </details>
      )}
    </div>
  );
}

/** The style of its elements, in one place: the page's policy allows no inline styles. */
const LOOK = [
  "[&_:is(p,ul,ol,pre,blockquote,table)]:mb-2.5 [&_li_p]:mb-1",
  "[&_:is(p,td,th)]:whitespace-pre-line",
  "[&_ul]:list-disc [&_ol]:list-decimal [&_:is(ul,ol)]:ps-6",
  "[&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3 [&_blockquote]:text-soft",
  "[&_:is(pre,code)]:font-mono [&_:is(pre,code)]:text-[0.87em]",
  "[&_pre]:whitespace-pre-wrap [&_pre]:rounded-lg [&_pre]:border [&_pre]:border-line [&_pre]:p-3 [&_pre]:[overflow-wrap:anywhere]",
  "[&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top",
  "[&_hr]:my-3 [&_hr]:border-line [&_a]:text-accent [&_a]:underline",
].join(" ");

function Parts({
  parts,
  isBlock = false,
}: {
  parts: readonly Made[];
  /** True between blocks, where bare text is only space around markup. */
  isBlock?: boolean;
}): ReactNode {
  return parts.map((it, index) => {
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of one text keep their order
    if (typeof it !== "string") return <OnePart key={index} part={it} />;
    if (isBlock && it.trim() === "") return null;
    return <WebLinks key={index} text={it} />;
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of one text keep their order
  });
}

type Draw = (part: Part) => ReactNode;

const inside = (part: Part) => <Parts parts={part.parts} />;
const blocks = (part: Part) => <Parts parts={part.parts} isBlock />;

const DRAWN: Readonly<Record<Shape, Draw>> = {
  paragraph: (it) => <p dir="auto">{inside(it)}</p>,
  // Not a heading of the page: others do not write its outline.
  heading: (it) => (
    <p dir="auto" className="font-semibold">
      {inside(it)}
    </p>
  ),
  quote: (it) => <blockquote dir="auto">{blocks(it)}</blockquote>,
  bullets: (it) => <ul dir="auto">{blocks(it)}</ul>,
  numbers: (it) => <ol dir="auto">{blocks(it)}</ol>,
  item: (it) => <li value={it.number}>{blocks(it)}</li>,
  code_block: (it) => (
    <pre dir="ltr">
      {it.language && <span className="hint block">{it.language}</span>}
      <code>{shownText(it.parts)}</code>
    </pre>
  ),
  rule: () => <hr />,
  table: ({ parts }) => {
    const [head, ...rows] = parts.filter((it) => typeof it !== "string");
    return (
      <table dir="auto">
        <thead>{head && <OnePart part={head} />}</thead>
        <tbody>
          <Parts parts={rows} />
        </tbody>
      </table>
    );
  },
  head_row: ({ parts }) => (
    <tr>
      {parts.map((it, index) => {
        if (typeof it === "string") return null;
        // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their order
        return <HeadCell key={index} part={it} />;
      })}
    </tr>
  ),
  row: (it) => <tr>{blocks(it)}</tr>,
  cell: (it) => <td>{inside(it)}</td>,
  emphasis: (it) => <em>{inside(it)}</em>,
  strong: (it) => <strong>{inside(it)}</strong>,
  struck: (it) => <s>{inside(it)}</s>,
  code: (it) => <code>{shownText(it.parts)}</code>,
  link: (it) => <Linked part={it} />,
  image: (it) => <Linked part={it} isImage />,
};

function OnePart({ part }: { part: Part }): ReactNode {
  return DRAWN[part.shape](part);
}

/** An empty one is no heading to a screen reader. */
function HeadCell({ part }: { part: Part }) {
  const cell = inside(part);
  return part.parts.length > 0 ? <th scope="col">{cell}</th> : <td />;
}

/** A link that shows its target. No image is loaded: it opens in its own tab. */
function Linked({
  part: { parts, href, title },
  isImage = false,
}: {
  part: Part;
  isImage?: boolean;
}) {
  const text = shownText(parts).trim();
  const shown = <bdi>{text || href}</bdi>;
  const isSaid = text === href || text === "";
  return (
    <>
      <a href={href} target="_blank" rel="noreferrer noopener">
        {isImage ? rich`Image: ${shown}` : shown}
      </a>
      {(!isSaid || title) && (
        <span className="hint">
          {" ("}
          {!isSaid && <bdi dir="ltr">{href}</bdi>}
          {title && <bdi> {title}</bdi>})
        </span>
      )}
    </>
  );
}
