import { colours } from '../palette.ts'

/** Hills and a low moon: the same on every slide, so that a fade moves the words alone. */
const BACKDROP = `<svg class="backdrop" viewBox="0 0 1280 720" aria-hidden="true">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colours.night}"/><stop offset="1" stop-color="#2f2a45"/></linearGradient></defs>
  <rect width="1280" height="720" fill="url(#sky)"/>
  <circle cx="1130" cy="596" r="58" fill="${colours.glow}" opacity=".16"/><circle cx="1130" cy="596" r="44" fill="#f0d9a4" opacity=".4"/>
  <path d="M0 640C140 596 230 566 360 606 470 640 520 560 640 592 760 624 830 540 960 586 1080 628 1160 604 1280 628V720H0Z" fill="#221e33"/>
  <path d="M0 672C160 640 300 672 450 650 620 626 760 676 900 654 1040 632 1160 668 1280 652V720H0Z" fill="#1a1727"/>
  <path d="M0 640C140 596 230 566 360 606 470 640 520 560 640 592 760 624 830 540 960 586 1080 628 1160 604 1280 628" fill="none" stroke="${colours.glow}" stroke-opacity=".35" stroke-width="1.5"/>
  <path d="M0 672C160 640 300 672 450 650 620 626 760 676 900 654 1040 632 1160 668 1280 652" fill="none" stroke="${colours.glow}" stroke-opacity=".22" stroke-width="1.5"/>
</svg>`

/** Captions are drawn over the lowest part of a player, so words end 130 pixels above the edge. */
const STYLE = `
*{margin:0;box-sizing:border-box}
body{width:1280px;height:720px;overflow:hidden;background:${colours.night};color:${colours.parchment};font-family:'Alegreya',serif;font-size:36px;line-height:1.35}
.backdrop{position:absolute;inset:0}
main{position:absolute;inset:48px 96px 130px;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:30px;text-align:center}
h1{font-size:82px;line-height:1.08;font-weight:600;text-wrap:balance}
h2{font-size:58px;line-height:1.12;font-weight:600;text-wrap:balance}
p{max-width:25em;text-wrap:balance}
small,figcaption,dt,th{font:500 29px 'Alegreya Sans',sans-serif;letter-spacing:.02em;color:${colours.glow}}
b{color:${colours.glow};font-weight:600}
.row{display:flex;align-items:center;justify-content:center;gap:34px}
.seeds{gap:26px;margin:0 20px}
.stack{display:grid;gap:14px}
.die{display:flex;flex-direction:column;align-items:center;gap:10px}
.die text{font-family:'Alegreya',serif;font-feature-settings:'lnum'}
.sign{font-size:74px;color:${colours.glow};font-feature-settings:'lnum'}
.term{display:flex;flex-direction:column;align-items:center;font-feature-settings:'lnum';font-size:74px;font-weight:600;line-height:1.1;min-width:110px}
.paper{background:${colours.vellum};color:${colours.ink};border-radius:6px;padding:30px 48px;max-width:900px}
.paper b{color:#7d5714}
.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:18px 44px;text-align:left}
.grid dt{font-size:32px}.grid dd{margin:0;font-size:31px;line-height:1.25}
.ladder{display:flex;gap:16px;align-items:flex-end}
.ladder div{width:172px;padding:14px 0;border:2px solid #5a5070;border-radius:6px;font:500 30px 'Alegreya Sans',sans-serif}
.ladder strong{display:block;font:600 56px/1.1 'Alegreya',serif;font-feature-settings:'lnum'}
.ladder .met{border-color:${colours.glow};background:${colours.glow};color:${colours.night}}
ol,ul{text-align:left;padding-left:1.1em}li{margin:.12em 0}li::marker{color:${colours.glow}}
`

/** A whole page of 1280 x 720 for one slide. */
export function slidePage(fonts: string, html: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>${fonts}${STYLE}</style><body>${BACKDROP}<main>${html}</main></body></html>`
}
