/** A literal text; long lines wrap, and a long text scrolls, also by keyboard. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-line bg-page"
    >
      <pre className="whitespace-pre-wrap p-3 font-mono text-sm [overflow-wrap:anywhere]">
        {text}
      </pre>
    </section>
  );
}
