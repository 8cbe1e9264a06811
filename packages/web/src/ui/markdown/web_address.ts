const SCHEMES = ["http:", "https:", "mailto:"];

/**
 * An address that a link may lead to, as the browser reads it; undefined for any other, and
 * for one with a user name, which can make one host look like another. Pure.
 */
export function webAddress(written: string): string | undefined {
  // A browser reads a backslash as a slash, and drops invisible characters.
  if (!URL.canParse(written) || /[\\\s\p{C}]/u.test(written)) return undefined;
  const { protocol, username, password, href } = new URL(written);
  const isOpen = SCHEMES.includes(protocol) && username + password === "";
  return isOpen ? href : undefined;
}
