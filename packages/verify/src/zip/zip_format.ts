/** The signatures and numbers of a ZIP archive (APPNOTE.TXT 6.3.10) that are written and read here. */
export const ZIP = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  deflated: 8,
  /** Replaces a number that is in a zip64 record. */
  max32: 0xffffffff,
} as const;
