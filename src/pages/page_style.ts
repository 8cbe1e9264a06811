/**
 * The looks of our pages: colours, the page, its words; forms and what pages tell have
 * files of their own. Texts have 4.5:1 against what is behind them, edges of fields
 * and the focus ring 3:1, in both schemes; targets are 48 px high (WCAG 2.2 AA, 1.4.3,
 * 1.4.11, 2.4.13, 2.5.8).
 */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --page: #f3f4f8;
  --card: #ffffff;
  --text: #171a21;
  --soft: #535b6b;
  --edge: #7b8494;
  --line: #dfe2ea;
  --accent: #2f4fd0;
  --strong: #2540b0;
  --on-accent: #ffffff;
  --chosen: #eef1fd;
  --good: #17673a;
  --error: #b3261e;
  --error-back: #fdf0ef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1115;
    --card: #191c22;
    --text: #eceef3;
    --soft: #aab2c0;
    --edge: #78818f;
    --line: #2f343e;
    --accent: #a3b5ff;
    --strong: #bccaff;
    --on-accent: #0d1536;
    --chosen: #212740;
    --good: #86d7a5;
    --error: #ffb4ab;
    --error-back: #33201f;
  }
}
*,
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
@media (max-width: 34rem) {
  body {
    padding: 1.25rem 0.75rem 2rem;
  }
  .card {
    padding: 1.5rem 1.15rem;
  }
}
`;
