import type { Command } from "commander";
import { Operations } from "../../client/src/generated/operations.ts";
import type { Inbox } from "../../client/src/inbox.ts";
import { runRemote } from "./connect.ts";
import { plainJson } from "./safe_text.ts";

/** `svc call` */
export function addCallCommand(svc: Command): void {
  svc
    .command("call")
    .description("call any operation of the REST API")
    .argument(
      "<operation>",
      "operation name, such as listContacts or list_contacts",
    )
    .argument("[input]", "input as a JSON object", "{}")
    .addHelpText(
      "after",
      `
Operations: ${NAMES.join(", ")}

Examples:
  svc call getBalance
  svc call recordHilDecision '{"conversationId":"cnv_01…","decision":"approve"}'`,
    )
    .action((name: string, text: string, _options: object, command: Command) =>
      runRemote(command, async (inbox) => {
        const output = await call(inbox, name, jsonObjectIn(text, "call"));
        return { output, text: plainJson(output, 2) };
      }),
    );
}

/** Every operation with a method. */
const NAMES = Object.getOwnPropertyNames(Operations.prototype).filter(
  (name) => name !== "constructor",
);

async function call(inbox: Inbox, given: string, input: object) {
  const name = given.replace(/_(\w)/g, (it) => it.slice(1).toUpperCase());
  if (!NAMES.includes(name)) {
    throw new Error(
      `Cannot call ${given}: svc call --help lists all operations`,
    );
  }
  const method: unknown = Reflect.get(inbox, name);
  if (typeof method !== "function") return undefined;
  // A method without an input takes only options.
  const takesInput = method.length !== 1;
  if (!takesInput && Object.keys(input).length > 0) {
    throw new Error(`Cannot call ${given}: it takes no input`);
  }
  const output: unknown = await (takesInput
    ? method.call(inbox, input)
    : method.call(inbox));
  if (!(output instanceof Response)) return output;
  const bytes = Buffer.from(await output.arrayBuffer());
  return {
    mediaType: output.headers.get("content-type"),
    bytes: bytes.toString("base64"),
  };
}

/** The JSON object that an argument is. */
export function jsonObjectIn(text: string, doing: string): object {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === "object" && input !== null) return input;
  } catch {
    // Reported below.
  }
  throw new Error(`Cannot ${doing}: the input must be one JSON object`);
}
