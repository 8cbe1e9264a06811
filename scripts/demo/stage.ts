/** Something in the demo was not as expected. */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
}

/** @throws Mismatch, in one sentence. */
export function expect(isRight: boolean, sentence: string): void {
  if (!isRight) throw new Mismatch(sentence);
}

/** Colors only if a terminal shows them. */
const styled = (code: number) => (text: string) =>
  Bun.enableANSIColors ? `\x1b[${code}m${text}\x1b[0m` : text;

export const bold: (text: string) => string = styled(1);
export const dim: (text: string) => string = styled(2);
const green = styled(32);
const cyan = styled(36);

let scenes = 0;

/** Opens a numbered scene: what happens, and through which client. */
export function scene(title: string, client: string): void {
  scenes += 1;
  console.log(`\n${bold(`${scenes}. ${title}`)}  ${dim(client)}`);
}

export function say(line: string): void {
  console.log(`   ${line}`);
}

/** Something that was checked and is right. */
export function checked(line: string): void {
  console.log(`   ${green("✓")} ${line}`);
}

/** An event, as the subscriber receives it. */
export function heard(name: string, what: string): void {
  console.log(`   ${cyan("≈")} ${cyan(name.padEnd(17))} ${what}`);
}
