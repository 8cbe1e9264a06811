/** The id and the secret of a client, from its Authorization header (RFC 6749, section 2.3.1). */
export function clientOfBasic(header: string | null) {
  const [, encoded] = /^basic +([\w+/=]+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return undefined;
  try {
    const text = Buffer.from(encoded, "base64").toString();
    const colon = text.indexOf(":");
    const plain = (it: string) => decodeURIComponent(it.replaceAll("+", " "));
    const clientId = plain(text.slice(0, colon));
    return { clientId, secret: plain(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}
