/** The page that visitors see: what it is on one side, how to try it on the other. */
export const FRONT_STYLE = `header:has(+ main > .front),
main:has(> .front) {
  max-width: 64rem;
}
.front {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 1.5rem 3rem;
}
.front h1 {
  font-size: 2rem;
  line-height: 1.2;
}
.front .facts {
  margin-bottom: 1.25rem;
}
.front .facts div {
  grid-template-columns: 6.5rem 1fr;
}
.front .facts dt {
  color: inherit;
  font-weight: 600;
}
.front .facts dd {
  color: var(--soft);
}
a.button {
  display: inline-flex;
  align-items: center;
  min-height: 3rem;
  margin-right: 1rem;
  padding: 0.6rem 1.5rem;
  border: 1px solid transparent;
  border-radius: 0.6rem;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}
a.button:hover {
  background: var(--strong);
  color: var(--on-accent);
}
.try {
  align-self: start;
}
.try section {
  margin-bottom: 1rem;
}
.try h3 {
  margin: 0;
  font-size: 1rem;
}
.command-head {
  display: flex;
  gap: 1rem;
  align-items: center;
  justify-content: space-between;
}
.command-head button {
  flex: none;
  width: auto;
  min-height: 2.75rem;
  margin: 0;
  padding: 0.25rem 0.85rem;
  font-size: 0.9rem;
}
.try pre {
  margin: 0.35rem 0 0.5rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.6rem;
  background: var(--page);
  white-space: pre-wrap;
}
@media (max-width: 52rem) {
  .front {
    grid-template-columns: minmax(0, 1fr);
  }
  .front h1 {
    font-size: 1.6rem;
  }
}
@media (max-width: 34rem) {
  .front .facts div {
    grid-template-columns: 1fr;
  }
}
`;
