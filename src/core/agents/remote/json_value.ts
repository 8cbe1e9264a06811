import { isObject } from "../../base/json.ts";
/**
 * A copy without unset members, at any depth; undefined if nothing is left. Made from
 * entries: a member called `__proto__` stays an ordinary member.
 */
export function prune(
  value: unknown,
  isUnset: (value: unknown, name: string) => boolean,
  name = "",
): unknown {
  let copy = value;
  if (Array.isArray(value)) {
    copy = value
      .map((item) => prune(item, isUnset))
      .filter((item) => item !== undefined);
  } else if (isObject(value)) {
    copy = Object.fromEntries(
      Object.entries(value)
        .map(([key, member]) => [key, prune(member, isUnset, key)] as const)
        .filter(([, member]) => member !== undefined),
    );
  }
  return isUnset(copy, name) ? undefined : copy;
}
