/** DNS names compare without case, and without the dot of the root. */
export function sameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

/** A name as it is compared. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** True for a name itself and for what stands below it. */
export function isWithin(name: string, zone: string): boolean {
  const [inner, outer] = [plainName(name), plainName(zone)];
  return inner === outer || inner.endsWith(`.${outer}`);
}

/** A name, its parent, and so on up to its top label. */
export function suffixesOf(name: string): readonly string[] {
  const labels = plainName(name).split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}
