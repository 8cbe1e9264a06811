/** A member of an answer that is already JSON. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an answer, some of whose members may already be JSON. */
export function jsonText(output: object): string {
  let text = "";
  for (const [name, member] of Object.entries(output)) {
    if (member === undefined) continue;
    text += `${text === "" ? "{" : ","}${JSON.stringify(name)}:${member instanceof JsonText ? member.text : JSON.stringify(member)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
