import { expect, test } from "bun:test";
import { EventLines } from "../../../packages/client/src/event_lines.ts";

test("events are read whole however their text is cut", () => {
  const text =
    'retry: 3000\n\n: hb\n\nid: 4\nevent: state.changed\ndata: {"a":1}\n\nevent: ready\ndata: {}\n\n';
  for (let cut = 0; cut <= text.length; cut++) {
    const lines = new EventLines();
    const events = [
      ...lines.push(text.slice(0, cut)),
      ...lines.push(text.slice(cut)),
    ];
    expect(events).toEqual([
      { id: "4", name: "state.changed", data: '{"a":1}' },
      { id: undefined, name: "ready", data: "{}" },
    ]);
  }
});
