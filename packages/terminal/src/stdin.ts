const ENTER = "\r\n\u0004";
const INTERRUPT = "\u0003";
const BACKSPACE = "\b\u007f";

/**
 * All that is piped in, or typed at a terminal: a secret until Enter and hidden, a text until
 * Ctrl-D.
 */
export async function readStdin(
  prompt: string,
  isSecret = false,
): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return await whole(stdin);
  stderr.write(prompt);
  if (!isSecret) return await whole(stdin);
  stdin.setRawMode(true);
  try {
    return await typed(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write("\n");
  }
}

async function whole(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function typed(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of stdin) {
    for (const key of Buffer.from(chunk).toString()) {
      if (ENTER.includes(key)) return text;
      if (key === INTERRUPT) throw new Error("Cannot continue: interrupted");
      text = BACKSPACE.includes(key) ? text.slice(0, -1) : text + key;
    }
  }
  return text;
}
