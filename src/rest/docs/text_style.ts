/** How texts of the documentation look: headings, code, tables, what was found. */
export const TEXT_STYLE = `h1 {
  margin: 0 0 1rem;
  font-size: 1.8rem;
  line-height: 1.25;
  letter-spacing: -0.015em;
  text-wrap: balance;
}
main h2 {
  margin: 2.5rem 0 0.75rem;
  font-size: 1.25rem;
}
main h3 {
  margin: 1.75rem 0 0.5rem;
  font-size: 1.05rem;
}
code {
  font: 0.9em/1.5 ui-monospace, monospace;
}
p code,
li code,
td code {
  padding: 0.1em 0.3em;
  border-radius: 0.3rem;
  background: var(--chosen);
}
.code {
  position: relative;
  margin: 1rem 0;
}
figcaption {
  color: var(--soft);
  font-size: 0.85rem;
}
pre {
  margin: 0;
  padding: 0.9rem 1rem;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 0.6rem;
  background: var(--card);
  overflow-wrap: normal;
}
.copy {
  position: absolute;
  top: 0.45rem;
  right: 0.45rem;
}
.languages {
  display: flex;
  gap: 0.35rem;
}
.tabs .code {
  margin-top: 0.4rem;
}
button {
  min-height: 2rem;
  padding: 0.15rem 0.65rem;
  border: 1px solid var(--line);
  border-radius: 0.4rem;
  background: var(--card);
  color: var(--soft);
  font: inherit;
  font-size: 0.85rem;
  cursor: pointer;
}
button:hover,
[aria-pressed="true"] {
  background: var(--chosen);
  color: var(--text);
}
[aria-pressed="true"] {
  border-color: var(--accent);
}
.scroll {
  margin: 1rem 0;
  overflow-x: auto;
}
table {
  width: 100%;
  border-collapse: collapse;
  font-size: 0.92rem;
  overflow-wrap: break-word;
}
th,
td {
  padding: 0.45rem 0.9rem 0.45rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
.route {
  padding-bottom: 1.5rem;
  border-bottom: 1px solid var(--line);
}
.place {
  margin: 0;
}
.method {
  margin-right: 0.75rem;
  font-weight: 600;
}
.small,
.found p {
  color: var(--soft);
  font-size: 0.9rem;
}
.found {
  padding: 0;
  list-style: none;
}
.found li {
  padding: 0.75rem 0;
  border-bottom: 1px solid var(--line);
}
.found p {
  margin: 0.25rem 0 0;
}
mark {
  border-radius: 0.2rem;
  background: var(--chosen);
  color: var(--text);
  font-weight: 600;
}
`;
