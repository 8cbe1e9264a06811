import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";

/** The options that a page is given to begin with, as far as an authenticator looks. */
export interface PasskeyOptions {
  readonly challenge: string;
}

// Flags of authenticator data (WebAuthn, section 6.1).
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A passkey in software: ES256, of one site. */
export class Authenticator {
  /** False for one that only asks whether somebody is there. */
  isVerifying = true;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(32);
  readonly #site: string;
  #counter = 0;

  /** @param site The host name that the passkey is for. */
  constructor(site: string) {
    this.#site = site;
  }

  /** Answers the options of a registration (WebAuthn, section 7.1). */
  register({ challenge }: PasskeyOptions, origin: string) {
    const attestation = cborMap([
      ["fmt", cborText("none")],
      ["attStmt", cborMap([])],
      [
        "authData",
        cborBytes(Buffer.concat([this.#data(ATTESTED), this.#key()])),
      ],
    ]);
    return {
      ...this.#head(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, origin),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** Answers the options of a sign-in (WebAuthn, section 7.2). */
  signIn({ challenge }: PasskeyOptions, origin: string) {
    const clientDataJSON = clientData("webauthn.get", challenge, origin);
    const data = this.#data(0);
    const hash = createHash("sha256")
      .update(Buffer.from(clientDataJSON, "base64url"))
      .digest();
    const signature = sign(
      "sha256",
      Buffer.concat([data, hash]),
      this.#keys.privateKey,
    );
    return {
      ...this.#head(),
      response: {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
      },
    };
  }

  #head() {
    const id = this.#id.toString("base64url");
    return {
      id,
      rawId: id,
      type: "public-key",
      clientExtensionResults: {},
      authenticatorAttachment: "platform",
    };
  }

  #data(more: number): Buffer {
    const flags = PRESENT | more | (this.isVerifying ? VERIFIED : 0);
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const site = createHash("sha256").update(this.#site).digest();
    return Buffer.concat([site, Buffer.from([flags]), counter]);
  }

  /** Attested credential data: no model, the id, the public key as COSE. */
  #key(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, "base64url")),
      Buffer.from([0x22]),
      cborBytes(Buffer.from(y, "base64url")),
    ]);
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.#id.length]),
      this.#id,
      cose,
    ]);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  const data = { type, challenge, origin, crossOrigin: false };
  return Buffer.from(JSON.stringify(data)).toString("base64url");
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
}

function cborMap(entries: readonly (readonly [string, Buffer])[]): Buffer {
  const pairs = entries.flatMap(([key, value]) => [cborText(key), value]);
  return Buffer.concat([cborHead(5, entries.length), ...pairs]);
}
