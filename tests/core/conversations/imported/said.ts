/** The facts that the archive of an import gives about itself. */
export const SAID = {
  service: "there.example",
  address: "alice@there.example",
  archiveAt: 1,
  sha256: "0".repeat(64),
  logKey: "there.example/log+1+A",
  isKeyKnown: false,
  logSize: 1,
};
