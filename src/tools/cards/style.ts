/** How a card looks, in the colours of its host as far as it tells them. */
export const CARD_STYLE = `
:root{color-scheme:light dark;background:var(--color-background-primary,light-dark(#fff,#1c1d22));color:var(--color-text-primary,light-dark(#1d2030,#eceef5));font:14px/1.5 var(--font-sans,system-ui,sans-serif)}
body{margin:0;padding:16px;unicode-bidi:plaintext}
h1,h2,p{margin:0 0 4px;font-size:1em;overflow-wrap:anywhere}
h1{font-size:1.2em;line-height:1.3}
h2{display:inline;margin-right:8px}
small{color:var(--color-text-secondary,light-dark(#565a6e,#a9aec2))}
strong{display:block;margin:4px 0}
section{border-top:1px solid var(--color-border-primary,light-dark(#d9dce8,#3a3d4a));margin-top:12px;padding-top:12px}
blockquote{margin:4px 0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
footer{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
button{font:inherit;padding:8px 14px;border:1px solid;border-radius:8px;background:none;color:inherit;cursor:pointer}
button:first-child{background:#2f4fd0;border-color:#2f4fd0;color:#fff}
:focus-visible{outline:2px solid;outline-offset:2px}
[hidden]{display:none}
output{flex-basis:100%;overflow-wrap:anywhere}
`.replaceAll("\n", "");
