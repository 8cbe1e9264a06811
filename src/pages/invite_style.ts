/** The styles that only a guest's page needs: messages, and an answer. */
export const INVITE_STYLE = `textarea {
  display: block;
  resize: vertical;
}
.told {
  padding: 0.75rem 1rem;
  border-left: 4px solid var(--accent);
  border-radius: 0.4rem;
  background: var(--chosen);
}
.words {
  white-space: pre-wrap;
}
.entry > :last-child,
.answers form {
  margin-bottom: 0;
}
details + form,
form + form {
  margin-top: 1.25rem;
}
.answers form + form {
  margin-top: 0;
}
`;
