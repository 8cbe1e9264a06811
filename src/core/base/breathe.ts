/**
 * Lets the event loop run what waits. Long work calls it now and then, so that one
 * request does not hold up the others.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
