import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { pruneStore } from "../deletion/prune_store.ts";

/** Deletes a batch of expired rows that are no longer needed. */
export const pruneExpired = defineCommand({
  name: "prune_expired",
  title: "Prune expired data",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({
    removed: Type.Record(Type.String(), Type.Integer()),
  }),
  chains: () => [],
  async run(_input, call) {
    const removed: Record<string, number> = {};
    for (const kind of pruneStore(call.db)) {
      const before = kind.before(call.now, call.settings.retention);
      const count = await kind.count(before);
      if (count === 0) continue;
      call.write(kind.remove(before));
      removed[kind.name] = count;
    }
    return { removed };
  },
});
