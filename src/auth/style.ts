/**
 * The looks of our pages. Texts have 4.5:1 against what is behind them, edges of
 * fields and the focus ring 3:1, in both schemes; targets are 48 px high (WCAG 2.2
 * AA, 1.4.3, 1.4.11, 2.4.13, 2.5.8).
 */
export const STYLE = `:root {
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
.field {
  margin: 0 0 1.25rem;
}
label,
legend {
  display: block;
  margin-bottom: 0.35rem;
  padding: 0;
  font-weight: 600;
}
select,
textarea,
input:not([type="radio"], [type="checkbox"]) {
  width: 100%;
  min-height: 3rem;
  padding: 0.6rem 0.85rem;
  border: 1px solid var(--edge);
  border-radius: 0.6rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}
.code input {
  font-size: 1.5rem;
  font-variant-numeric: tabular-nums;
  letter-spacing: 0.3em;
}
.joined {
  display: flex;
  align-items: stretch;
  border: 1px solid var(--edge);
  border-radius: 0.6rem;
}
.joined input:not([type="radio"], [type="checkbox"]) {
  flex: 1 1 6rem;
  min-width: 0;
  border: 0;
}
.joined span {
  display: flex;
  align-items: center;
  max-width: 60%;
  padding: 0.4rem 0.85rem;
  border-left: 1px solid var(--line);
  color: var(--soft);
}
.is-wrong input,
.is-wrong textarea,
.is-wrong .joined {
  border-color: var(--error);
  box-shadow: 0 0 0 1px var(--error);
}
.is-wrong .joined input {
  box-shadow: none;
}
.error {
  margin: 0.6rem 0 0;
  color: var(--error);
  font-weight: 600;
}
.notice {
  margin: 0 0 1.25rem;
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--error);
  border-radius: 0.4rem;
  background: var(--error-back);
}
button {
  display: block;
  width: 100%;
  min-height: 3rem;
  margin: 0 0 0.75rem;
  padding: 0.6rem 1.25rem;
  border: 1px solid transparent;
  border-radius: 0.6rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover {
  background: var(--strong);
}
button.plain {
  border-color: var(--edge);
  background: transparent;
  color: var(--text);
}
button.plain:hover {
  background: var(--chosen);
}
button[aria-disabled="true"] {
  cursor: progress;
  opacity: 0.7;
}
:focus-visible,
.joined:focus-within,
.choice:has(:focus-visible) {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
.joined input:focus-visible,
.choice input:focus-visible {
  outline: none;
}
.or {
  display: flex;
  gap: 1rem;
  align-items: center;
  margin: 1.25rem 0;
  color: var(--soft);
  font-size: 0.9rem;
}
.or::before,
.or::after {
  flex: 1;
  border-top: 1px solid var(--line);
  content: "";
}
.passkey {
  margin-bottom: 0.75rem;
}
.passkey button {
  margin: 0;
}
.status {
  margin: 0.75rem 0 0;
}
.status:empty {
  display: none;
}
.field + .status {
  margin: -0.75rem 0 1rem;
  font-size: 0.9rem;
}
.status[data-state="good"] {
  color: var(--good);
}
.status[data-state="bad"] {
  color: var(--error);
}
form + p {
  margin-top: 1rem;
}
.facts {
  margin: 0 0 1.5rem;
  border-top: 1px solid var(--line);
}
.facts div {
  display: grid;
  grid-template-columns: 8.5rem 1fr;
  gap: 0 1rem;
  padding: 0.65rem 0;
  border-bottom: 1px solid var(--line);
}
dt {
  color: var(--soft);
}
dd {
  margin: 0;
}
dd .hint {
  margin: 0.1rem 0 0;
}
fieldset {
  min-width: 0;
  margin: 0 0 1.5rem;
  padding: 0;
  border: 0;
}
legend {
  margin-bottom: 0.6rem;
  font-size: 1.05rem;
}
.choice {
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 0 0.85rem;
  min-height: 3rem;
  margin: 0 0 0.6rem;
  padding: 0.8rem 1rem;
  border: 1px solid var(--edge);
  border-radius: 0.75rem;
  font-weight: 400;
  cursor: pointer;
}
.choice:hover {
  border-color: var(--accent);
}
.choice:has(:checked) {
  border-color: var(--accent);
  background: var(--chosen);
  box-shadow: 0 0 0 1px var(--accent);
}
.choice input {
  width: 1.25rem;
  height: 1.25rem;
  margin: 0.15rem 0 0;
  accent-color: var(--accent);
}
.choice strong,
.choice .means {
  display: block;
}
.choice .cannot {
  display: block;
  color: var(--soft);
}
.pair {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0 1rem;
}
.pair .field {
  margin-bottom: 0;
}
.hint.lead {
  margin: 0 0 0.85rem;
}
.answers {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.75rem;
}
.answers button {
  margin: 0;
}
section {
  margin: 0 0 1.5rem;
}
h3 {
  margin: 0 0 0.5rem;
  font-size: 1rem;
}
ul {
  margin: 0;
  padding-left: 1.2rem;
}
.entry {
  margin: 0 0 1rem;
  padding: 1rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
}
.entry .facts {
  margin-bottom: 1rem;
}
summary {
  padding: 0.6rem 0;
  cursor: pointer;
}
code,
pre {
  font: 0.9rem/1.5 ui-monospace, monospace;
}
pre {
  margin: 0 0 1rem;
  padding: 0.85rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.6rem;
  white-space: pre-wrap;
}
@media (max-width: 34rem) {
  body {
    padding: 1.25rem 0.75rem 2rem;
  }
  .card {
    padding: 1.5rem 1.15rem;
  }
  .facts div {
    grid-template-columns: 1fr;
  }
  .pair,
  .answers {
    grid-template-columns: 1fr;
  }
  .pair .field + .field {
    margin-top: 1.25rem;
  }
}
@media (forced-colors: active) {
  .choice:has(:checked) {
    outline: 2px solid Highlight;
  }
}
`;
