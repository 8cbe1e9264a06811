/** Forms: fields, what is wrong with them, choices, buttons and the focus ring. */
export const FORM_STYLE = `.field {
  margin: 0 0 1.25rem;
}
label,
legend {
  display: block;
  margin-bottom: 0.35rem;
  padding: 0;
  font-weight: 600;
}
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
.suggested {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  align-items: center;
  margin: -0.5rem 0 1.25rem;
  font-size: 0.9rem;
}
.suggested button {
  width: auto;
  min-height: 2.75rem;
  margin: 0;
  padding: 0.35rem 0.9rem;
  font-size: 0.9rem;
  font-weight: 600;
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
.answers {
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.75rem;
}
.answers button {
  margin: 0;
}
@media (max-width: 34rem) {
  .pair,
  .answers {
    grid-template-columns: 1fr;
  }
}
@media (forced-colors: active) {
  .choice:has(:checked) {
    outline: 2px solid Highlight;
  }
}
`;
