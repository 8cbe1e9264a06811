/** A size as people read it: "999 bytes", "12 kB", "3.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const kilobytes = Math.round(bytes / 1_000);
  return kilobytes < 1_000
    ? `${kilobytes} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
