const SCHEMES = ["http:", "https:", "mailto:"];

/**
 * An address that a link may lead to, as the browser understands it; undefined for any
 * other, and where it names a user, which makes one host look like another. Pure.
 */
export function webAddress(written: string): string | undefined {
  // A browser takes a backslash for a slash, and leaves out what nobody sees.
  if (!URL.canParse(written) || /[\\\s\p{C}]/u.test(written)) return undefined;
  const { protocol, username, password, href } = new URL(written);
  const isOpen = SCHEMES.includes(protocol) && username + password === "";
  return isOpen ? href : undefined;
}
