/** Puts the cursor where one searches; false where there is no search. */
export function focusSearch(): boolean {
  const field = document.getElementById("search");
  field?.focus();
  return field !== null && document.activeElement === field;
}
