/** Puts the cursor where one searches; false where there is no search. */
export function focusSearch(): boolean {
  const field = document.getElementById("search");
  field?.focus();
  return field !== null && document.activeElement === field;
}

/** Leads to the search from wherever one is. */
export function goToSearch(navigate: (path: string) => void): void {
  if (!focusSearch()) navigate("/inbox#search");
}

/** Puts the cursor into the search where the address asks for it. */
export function focusWantedSearch(): void {
  if (location.hash === "#search") focusSearch();
}
