/** The looks of a guest's page, beside what it shares with the other pages. */
export const GUEST_STYLE = `textarea {
  display: block;
  width: 100%;
  min-height: 8rem;
  padding: 0.6rem 0.85rem;
  border: 1px solid var(--edge);
  border-radius: 0.6rem;
  background: var(--card);
  color: inherit;
  font: inherit;
  font-weight: 400;
  resize: vertical;
}
label > input,
label > textarea {
  margin-top: 0.35rem;
  font-weight: 400;
}
main > form + h2,
article + h2 {
  margin-top: 2rem;
  padding-top: 1.5rem;
  border-top: 1px solid var(--line);
}
label + button,
label + input[type="hidden"] + button {
  margin-top: 0.85rem;
}
main > form + form {
  margin-top: 1rem;
}
article {
  margin: 0 0 1rem;
  padding: 1rem 1.15rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--page);
}
article h2 {
  margin: 0;
}
article small {
  color: var(--soft);
}
article > :last-child {
  margin-bottom: 0;
}
article + form {
  margin-top: 1.5rem;
}
`;
