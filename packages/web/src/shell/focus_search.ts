/** Focuses the search field; false if there is none. */
export function focusSearch(): boolean {
  const field = document.getElementById("search");
  field?.focus();
  return field !== null && document.activeElement === field;
}

/** Leads to the search from any page. */
export function goToSearch(navigate: (path: string) => void): void {
  if (!focusSearch()) navigate("/inbox#search");
}

/** Focuses the search field if the address asks for it. */
export function focusWantedSearch(): void {
  if (location.hash === "#search") focusSearch();
}
