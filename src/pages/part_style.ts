/** The styles of a page's content: facts, lists, entries, notices, code. */
export const PART_STYLE = `.notice {
  margin: 0 0 1.25rem;
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--error);
  border-radius: 0.4rem;
  background: var(--error-back);
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
.hint.lead {
  margin: 0 0 0.85rem;
}
section {
  margin: 0 0 1.5rem;
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
summary {
  padding: 0.65rem 0;
  cursor: pointer;
}
code {
  font: 0.9rem/1.5 ui-monospace, monospace;
}
@media (max-width: 34rem) {
  .facts div {
    grid-template-columns: 1fr;
  }
}
`;
