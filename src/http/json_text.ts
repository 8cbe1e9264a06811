/** A member of an answer that is JSON already. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an answer, some of whose members may be JSON already. */
export function jsonText(output: object): string {
  let text = "";
  for (const [name, member] of Object.entries(output)) {
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${textOf(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

function textOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}
