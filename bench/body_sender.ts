/**
 * Sends one body over and over, on connections of its own: for `bodies.ts`, whose own
 * process is to tell how late the answers of another account are.
 * @module
 */
const [count = "1", kind = "arrays", bytes = "0", ...targets] =
  process.argv.slice(2);

const ARRAY = JSON.stringify(Array.from({ length: 19_000 }, () => 1_234));
const text =
  kind === "arrays"
    ? ARRAY.padEnd(Number(bytes), " ")
    : JSON.stringify({
        name: "f.bin",
        mimeType: "application/octet-stream",
        bytes: "A".repeat(Math.ceil(Number(bytes) / 4) * 4),
      });
const body = new TextEncoder().encode(text);

const statuses: Record<string, number> = {};
/** @param target An address and a token, with a blank between them. */
const sendOn = async (target = "") => {
  const [url = "", token = ""] = target.split(" ");
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
  };
  for (;;) {
    try {
      const answer = await fetch(url, { method: "POST", headers, body });
      await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    } catch {
      statuses.cut = (statuses.cut ?? 0) + 1;
      // A server that is gone would be asked without an end.
      await Bun.sleep(100);
    }
  }
};
for (let n = 0; n < Number(count); n++)
  void sendOn(targets[n % targets.length]);
process.on("SIGTERM", () => {
  process.stdout.write(JSON.stringify(statuses));
  process.exit(0);
});
