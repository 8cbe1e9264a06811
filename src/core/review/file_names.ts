/**
 * File name extensions that common systems run, install, mount or follow to a program: those
 * that Outlook and Gmail block, and the packages of Linux and macOS.
 */
export const PROGRAM_ENDINGS: ReadonlySet<string> = new Set(
  words(`
    ade adp appimage appinstaller application appref-ms appx appxbundle bat bgi cab
    chm cmd cnt com contact cpl deb deskthemepack diagcab diagcfg diagpkg dll drv ex
    ex_ exe flatpak flatpakref flatpakrepo fxp gadget grp hlp hpj hta htc inf ins
    ipa isp its jar jnlp job jse library-ms lnk mad maf mag mam maq mar mas mat mau
    mav maw mcf mda mde mdt mdw mdz mpkg msc msh msh1 msh1xml msh2 msh2xml mshxml
    msi msix msixbundle msp mst msu nsh ocx ops osd pcd pif pkg plg prf prg
    printerexport ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psdm1 psm1 rdp reg rpm run
    scf scr sct search-ms searchconnector-ms settingcontent-ms shb shs snap sys
    theme themepack url vb vbe vbp vbs vbscript vhd vhdx vsix vsmacros vsw vxd webloc webpnp
    website ws wsb wsc wsf wsh xap xbap xll xnk xpi
  `),
);

/** Extensions of files that may run scripts or macros when opened, and of disk images. */
export const ACTIVE_ENDINGS: ReadonlySet<string> = new Set(
  words(`
    accda accdb accde action apk applescript bas bash cjs class command crx csh
    desktop dex dmg docm dotm fish htm html htt img iqy iso js ksh mdb mht mhtml mjs
    odc one onepkg oqy pl potm ppam ppsm pptm py pyc pyo pyw pyz pyzw rb rqy scpt
    scptd sh shtml sldm slk svg svgz swf tcsh terminal toast tool udf vmdk vsdm wim
    workflow xht xhtml xla xlam xlm xlsb xlsm xltm xlw zsh
  `),
);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

// Parts of a name's end that Windows drops: dots, blanks, and `::$DATA` after a colon.
const DROPPED = /(?::[^\s:.]*)*[. ]*$/;

// Characters that no file name may end in: saving the file drops them.
const UNNAMED = /[\s."*/<>?\\|;]+$/;

/**
 * The extension of a name in lower case, as read by the system that drops the most; or "".
 * Full-width and invisible letters count as what they look like.
 */
export function endingOf(name: string): string {
  const plain = name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const kept = plain
    .replace(UNNAMED, "")
    .replace(DROPPED, "")
    .replace(UNNAMED, "");
  const [, ending = ""] = /\.([^.]*)$/.exec(kept) ?? [];
  return ending.toLowerCase();
}
