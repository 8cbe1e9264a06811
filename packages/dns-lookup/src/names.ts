/** DNS names compare without case, and without the final dot. */
export function sameName(one: string, other: string): boolean {
  return plainHost(one) === plainHost(other);
}

/** A name in the form for comparisons. */
export function plainHost(name: string): string {
  return name.toLowerCase().replace(/\.$/, "");
}

/** True for the name itself and for names below it. */
export function isWithin(name: string, zone: string): boolean {
  const [inner, outer] = [plainHost(name), plainHost(zone)];
  return inner === outer || inner.endsWith(`.${outer}`);
}

/** A name, its parent, and so on up to its top label. */
export function suffixesOf(name: string): readonly string[] {
  const labels = plainHost(name).split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}
