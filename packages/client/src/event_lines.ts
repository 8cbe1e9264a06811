/** One event of a stream (HTML standard, section 9.2). */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/** Splits the text of an event stream into events as it arrives. */
export class EventLines {
  #rest = "";

  /** Returns the events that are now complete; comments are ignored. */
  push(text: string): readonly StreamEvent[] {
    const blocks = (this.#rest + text).replaceAll("\r\n", "\n").split("\n\n");
    this.#rest = blocks.pop() ?? "";
    return blocks.map(eventOf).filter((event) => event !== undefined);
  }
}

function eventOf(block: string): StreamEvent | undefined {
  let id: string | undefined;
  let name = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    const value = line.slice(at + 1).replace(/^ /, "");
    const field = line.slice(0, at);
    if (field === "id") id = value;
    if (field === "event") name = value;
    if (field === "data") data.push(value);
  }
  return data.length === 0 ? undefined : { id, name, data: data.join("\n") };
}
