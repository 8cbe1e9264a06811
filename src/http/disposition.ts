/** RFC 6266: a plain ASCII name for the old, the exact one as RFC 8187 says. */
export function dispositionOf(name: string): string {
  const file = name.replace(/[/\\]/g, "_").toWellFormed();
  const plain = file.replace(/[^\x20-\x7e]|["%]/g, "_");
  const exact = encodeURIComponent(file).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
