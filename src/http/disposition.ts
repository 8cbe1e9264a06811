/** Content-Disposition (RFC 6266): an ASCII name for old clients, the exact one by RFC 8187. */
export function dispositionOf(name: string): string {
  const file = name.replace(/[/\\]/g, "_").toWellFormed();
  const plain = file.replace(/[^\x20-\x7e]|["%]/g, "_");
  const exact = encodeURIComponent(file).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
