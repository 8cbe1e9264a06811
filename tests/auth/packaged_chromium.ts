import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../../scripts/server_process.ts";

const VERSION = manifest.devDependencies["@sparticuz/chromium"];
const PACKED = join(ROOT, "node_modules/@sparticuz/chromium/bin");
/** Beside the packages: gone with them. */
const KEPT_IN = join(ROOT, "node_modules/.cache/inbox");
const FOLDER = join(KEPT_IN, `chromium-${VERSION}`);
/** The folders that the package has packed: libraries that it needs, and fonts. */
const ARCHIVES = ["al2023", "fonts", "swiftshader"];

/** Its own names folders of the machine that it was made for. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** How a browser is started that brings all it needs. */
export interface PackagedChromium {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/** The browser that comes with the packages, unpacked once: it needs nothing of the machine. */
export async function packagedChromium(): Promise<PackagedChromium> {
  if (!existsSync(FOLDER)) await unpack();
  const libraries = [join(FOLDER, "lib"), Bun.env.LD_LIBRARY_PATH];
  return {
    executablePath: join(FOLDER, "chromium"),
    env: {
      PATH: Bun.env.PATH ?? "",
      HOME: FOLDER,
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(":"),
      FONTCONFIG_PATH: join(FOLDER, "fonts"),
    },
  };
}

/** The package's own unpacking is neither whole or not at all, nor for processes side by side. */
async function unpack(): Promise<void> {
  await mkdir(KEPT_IN, { recursive: true });
  const unfinished = `${FOLDER}.${crypto.randomUUID()}`;
  try {
    const bytes = async (name: string) =>
      brotliDecompressSync(await readFile(join(PACKED, name)));
    const program = await bytes("chromium.br");
    await mkdir(unfinished);
    await writeFile(join(unfinished, "chromium"), program, { mode: 0o700 });
    for (const name of ARCHIVES) {
      const archive = new Bun.Archive(await bytes(`${name}.tar.br`));
      await archive.extract(
        name === "fonts" ? join(unfinished, name) : unfinished,
      );
    }
    await writeFile(join(unfinished, "fonts/fonts.conf"), FONTS);
    await rename(unfinished, FOLDER).catch((error) => {
      if (!existsSync(FOLDER)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
