/** The colours of our pages, in both schemes. */
export const PAGE_COLOURS = `:root {
  color-scheme: light dark;
  --page: #fbfbfc;
  --card: #ffffff;
  --text: #17171c;
  --soft: #5b5b66;
  --edge: #84848f;
  --line: #e8e8ec;
  --accent: #4353e0;
  --strong: #3442c4;
  --on-accent: #ffffff;
  --chosen: #eef0fe;
  --good: #0b7a4b;
  --error: #c0322b;
  --error-back: #fdf0ef;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #111114;
    --card: #16161a;
    --text: #ededf2;
    --soft: #a5a5b2;
    --edge: #6d6d7a;
    --line: #26262d;
    --accent: #7b8cff;
    --strong: #99a6ff;
    --on-accent: #0c0d16;
    --chosen: #1c2036;
    --good: #4cc38a;
    --error: #f07870;
    --error-back: #2e1817;
  }
}
`;

/**
 * The looks of our pages: colours, the page, its words; forms and what pages tell have
 * files of their own. Texts have 4.5:1 against what is behind them, edges of fields
 * and the focus ring 3:1, in both schemes; targets are 48 px high (WCAG 2.2 AA, 1.4.3,
 * 1.4.11, 2.4.13, 2.5.8).
 */
export const PAGE_STYLE = `${PAGE_COLOURS}*,
::before,
::after {
  box-sizing: border-box;
}
[hidden] {
  display: none !important;
}
body {
  margin: 0;
  padding: 2rem 1rem 3rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  overflow-wrap: anywhere;
}
header,
.card {
  width: 100%;
  max-width: 27rem;
  margin: 0 auto;
}
header:has(+ .wide),
.wide {
  max-width: 38rem;
}
.brand {
  display: flex;
  gap: 0.6rem;
  align-items: center;
  margin: 0 0 1.25rem;
  font-weight: 600;
}
.card {
  padding: 2rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--card);
  box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px rgb(0 0 0 / 6%);
}
h1 {
  margin: 0 0 1rem;
  font-size: 1.6rem;
  line-height: 1.25;
  letter-spacing: -0.015em;
  text-wrap: balance;
}
h2 {
  margin: 0 0 0.35rem;
  font-size: 1.05rem;
}
p {
  margin: 0 0 1rem;
}
.card > :last-child,
form > :last-child,
section > :last-child {
  margin-bottom: 0;
}
a {
  color: var(--accent);
  text-underline-offset: 0.2em;
}
a:hover {
  color: var(--strong);
}
.link {
  display: inline-block;
  padding: 0.35rem 0;
}
.hint {
  margin: 0.6rem 0 0;
  color: var(--soft);
  font-size: 0.9rem;
}
@media print {
  body {
    padding: 0;
  }
  header:has(+ .wide),
  .wide {
    max-width: none;
  }
  .card {
    padding: 0;
    border: 0;
    box-shadow: none;
  }
  .facts div,
  li {
    break-inside: avoid;
  }
  .on-screen {
    display: none;
  }
}
@media (max-width: 34rem) {
  body {
    padding: 1.25rem 0.75rem 2rem;
  }
  .card {
    padding: 1.5rem 1.15rem;
  }
}
`;
