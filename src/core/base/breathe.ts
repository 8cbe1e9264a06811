/**
 * Lets everything else that waits have its turn. Long work stops here now and then,
 * so that nobody's request keeps the event loop from the others.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
