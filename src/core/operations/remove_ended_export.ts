import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { exportStore } from "../exports/export_store.ts";

/** Deletes some of the data of an expired or deleted export. */
export const removeEndedExport = defineCommand({
  name: "remove_ended_export",
  title: "Clear an ended export",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({ hasMore: flag("True if there may be more.") }),
  chains: () => [],
  async run(_input, call) {
    const store = exportStore(call.db);
    const id = await store.leftover(call.now);
    if (id === undefined) return { hasMore: false };
    const [first] = await store.entriesAfter(id, -1, 1);
    const isNoted = (await store.nextNoted(id, "")) !== undefined;
    call.write(
      ...(first || isNoted ? store.removeSome(id) : [store.removeRow(id)]),
    );
    return { hasMore: true };
  },
});
