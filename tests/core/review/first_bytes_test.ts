import { describe, expect, test } from "bun:test";
import { natureOf } from "../../../src/core/review/nature.ts";

const PNG = "image/png";

function bytes(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

/** A zip of empty files with these names, behind whatever stands before it. */
function zip(names: readonly string[], before = ""): Uint8Array {
  const entries = names.map((name) => {
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(Buffer.byteLength(name), 28);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(directory.length, 12);
  return Buffer.concat([bytes(`PK\u0003\u0004${before}`), directory, end]);
}

const OLE = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
const wide = (text: string) => Buffer.from(text, "utf16le").toString("latin1");

const PROGRAMS: Readonly<Record<string, Uint8Array>> = {
  "a program of Windows": bytes("MZ\x90\0\u0003\0\0\0"),
  "a program of DOS, spelt the other way": bytes("ZM\0\0"),
  ELF: bytes("\x7fELF\u0002\u0001\u0001\0"),
  "Mach-O": bytes("\xcf\xfa\xed\xfe\u0007\0\0\u0001"),
  "Mach-O for several processors": bytes("\xca\xfe\xba\xbe\0\0\0\u0002"),
  "a shortcut of Windows": bytes(
    "L\0\0\0\u0001\x14\u0002\0\0\0\0\0\xc0\0\0\0\0\0\0F",
  ),
  CHM: bytes("ITSF\u0003\0\0\0"),
  VHDX: bytes(`vhdxfile${wide("Microsoft")}`),
  "a Debian package": bytes("!<arch>\ndebian-binary   "),
  "a macOS package": bytes("xar!\0\u001c\0\u0001"),
  "an encoded script": bytes("#@~^XwAAAA=="),
  "an installer": bytes(
    `${OLE}${"\0".repeat(600)}\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0F`,
  ),
  "a Java archive": zip(["a.class", "META-INF/MANIFEST.MF"]),
  "a package of Windows": zip(["[Content_Types].xml", "AppxManifest.xml"]),
  "a package of Android": zip(["AndroidManifest.xml", "classes.dex"]),
};

const ACTIVE: Readonly<Record<string, Uint8Array>> = {
  "a script": bytes("#!/bin/sh\nrm -rf ~"),
  "a page": bytes("<html><script>alert(1)</script>"),
  "a page behind what browsers skip": bytes(
    " \n<?xml version='1.0'?><!-- a --><!-- b --> <!DOCTYPE html><p>",
  ),
  "a page behind a mark of order": Buffer.from("\ufeff<svg onload='x'>"),
  "a page in two bytes a letter": Buffer.from("\ufeff<html >", "utf16le"),
  "a picture with scripts": bytes("<svg xmlns='http://www.w3.org/2000/svg'>"),
  "a document with macros": zip(["word/document.xml", "word/vbaProject.bin"]),
  "an old document with macros": bytes(`${OLE}\0\0${wide("_VBA_PROJECT")}`),
};

const HARMLESS: Readonly<Record<string, Uint8Array>> = {
  nothing: new Uint8Array(),
  "a picture": bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
  "a PDF": bytes("%PDF-1.7\n\0"),
  "words that begin with MZ": bytes("MZ is the mark of a program."),
  "words that begin with xar!": bytes("xar! he said"),
  "a document": zip(["[Content_Types].xml", "word/document.xml"]),
  "a document of another office": zip(["mimetype", "META-INF/manifest.xml2"]),
  "an old document": bytes(`${OLE}\0\0WordDocument`),
  "a zip without an end": bytes("PK\u0003\u0004 and nothing"),
  "a zip that points outside": bytes(
    "PK\u0005\u0006\0\0\0\0\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0",
  ),
};

describe("by its bytes, whatever it is called,", () => {
  test.each(Object.entries(PROGRAMS))("%s is a program", (_name, data) => {
    expect(natureOf(data, PNG)).toBe("program");
    expect(natureOf(data, "text/plain")).toBe("program");
  });

  test.each(Object.entries(ACTIVE))("%s may run scripts", (_name, data) => {
    expect(natureOf(data, PNG)).toBe("active");
  });

  test.each(Object.entries(HARMLESS))("%s is neither", (_name, data) => {
    expect(natureOf(data, PNG)).toBeNull();
  });

  test("a page that says it is text is shown as text", () => {
    const page = bytes("<html><script>alert(1)</script>");
    expect(natureOf(page, "text/plain")).toBeNull();
    expect(natureOf(page, "application/xml")).toBeNull();
  });
});

test("a package is found behind sixty thousand other names, and nothing makes the search long", () => {
  const comments = bytes("<!---->".repeat(100_000));
  const names = Array.from({ length: 60_000 }, (_, at) => `${at}`);
  const hidden = zip([...names, "AppxManifest.xml"]);
  const endless = zip([...names, ...names, ...names]);
  const started = performance.now();
  expect(natureOf(hidden, PNG)).toBe("program");
  expect(natureOf(endless, PNG)).toBeNull();
  expect(natureOf(comments, PNG)).toBeNull();
  expect(performance.now() - started).toBeLessThan(500);
});
