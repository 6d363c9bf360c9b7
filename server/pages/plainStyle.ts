import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where the build puts the fonts of the site, under names that change with what is in them. */
const FONTS = resolve('dist/site/fonts')

/** The site's font of this name; nothing where the site is not built, and then a font of the reader's stands in. */
function fontFace(family: string, weight: string, name: string): string {
  const files = existsSync(FONTS) ? readdirSync(FONTS) : []
  const file = files.find((each) => each.startsWith(`${name}.`) && each.endsWith('.woff2'))
  if (file === undefined) return ''
  return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:url(/fonts/${file}) format("woff2")}\n`
}

/**
 * The look of pages that the server draws itself: the site's own colours and fonts, written out, as the site's style
 * sheet is known by a name that changes with each build. test/server/plainPages.test.ts compares the colours.
 */
export const plainStyle = (): string =>
  fontFace('Alegreya', '400 700', 'alegreya-latin') +
  fontFace('Alegreya Sans', '500', 'alegreya-sans-500-latin') +
  RULES

const RULES = `:root{color-scheme:light dark;--page:#f6f0e2;--card:#fffaf0;--text:#231d16;--line:#d8ccb2;--link:#7d5813;--button:#15131f;--on-button:#e0b45a}
@media(prefers-color-scheme:dark){:root{--page:#15131f;--card:#262238;--text:#f6f0e2;--line:#5c5142;--link:#e0b45a;--button:#e0b45a;--on-button:#231d16}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);font:18px/1.6 Alegreya,Georgia,serif;overflow-wrap:break-word}
header{background:#15131f;border-bottom:1px solid #262238}
header a{display:flex;align-items:center;gap:8px;max-width:72rem;min-height:64px;margin:0 auto;padding:0 16px;color:#f6f0e2;font-size:1.25em;font-weight:700;letter-spacing:.025em;text-decoration:none}
main{max-width:36em;margin:40px auto;padding:24px 20px;background:var(--card);border:1px solid var(--line);border-radius:6px}
h1{margin:0 0 16px;font-size:1.76em;line-height:1.25;text-wrap:balance}
p{margin:0 0 20px}
button{min-height:44px;padding:8px 20px;font:500 17px/1.4 "Alegreya Sans",Arial,sans-serif;color:var(--on-button);background:var(--button);border:1px solid var(--button);border-radius:6px;cursor:pointer}
ul{display:flex;flex-wrap:wrap;gap:0 24px;margin:24px 0 0;padding:12px 0 0;border-top:1px solid var(--line);list-style:none}
main a{color:var(--link);text-underline-offset:4px}
li a{display:inline-flex;align-items:center;min-height:44px;font:500 17px/1.4 "Alegreya Sans",Arial,sans-serif}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
header :focus-visible{outline-color:#e0b45a}
@media(min-width:600px){main{margin:72px auto;padding:40px}}
@media(max-width:620px){main{margin-inline:16px}}
@media print{header,ul,button{display:none}main{margin:0;border:0}}
`
