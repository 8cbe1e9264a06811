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
  if (isSecret) return await secretLine(prompt);
  stderr.write(prompt);
  return await whole(stdin);
}

/** A line that is typed at a terminal, after a prompt; a secret one isn't shown. */
export async function readLine(
  prompt: string,
  isSecret = false,
): Promise<string> {
  if (isSecret) return await secretLine(prompt);
  process.stderr.write(prompt);
  return await typed(process.stdin);
}

/** What is typed as soon as the prompt is there is already hidden. */
async function secretLine(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  stdin.setRawMode(true);
  try {
    stderr.write(prompt);
    return await typed(stdin);
  } finally {
    stdin.setRawMode(false);
    stderr.write("\n");
  }
}

async function whole(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** What is typed up to Enter. The input can be read again afterwards. */
function typed(stdin: NodeJS.ReadStream): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let text = "";
  const take = (chunk: Uint8Array) => {
    for (const key of Buffer.from(chunk).toString()) {
      if (ENTER.includes(key)) return resolve(text);
      if (key === INTERRUPT) return stop();
      text = BACKSPACE.includes(key) ? text.slice(0, -1) : text + key;
    }
  };
  const stop = () => reject(new Error("Cannot continue: interrupted"));
  stdin.on("data", take).once("end", stop).resume();
  return promise.finally(() => {
    stdin.off("data", take).off("end", stop).pause();
  });
}
