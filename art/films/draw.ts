import { colours } from '../palette.ts'

/** A row of a list of definitions. */
export const kind = (name: string, text: string): string =>
  `<div><dt>${name}</dt><dd>${text}</dd></div>`

/** A ten-sided die seen from the front; `face` may be empty. */
export function die(kind: 'pale' | 'dark', face: string, label = ''): string {
  const [fill, line, text] =
    kind === 'pale'
      ? [colours.parchment, '#8d8069', colours.ink]
      : [colours.night, colours.glow, colours.glow]
  const caption = label === '' ? '' : `<figcaption>${label}</figcaption>`
  return `<figure class="die"><svg viewBox="-100 -108 200 216" width="210">
    <path d="M0-98 88-20v42L0 98-88 22v-42Z" fill="${fill}" stroke="${line}" stroke-width="4" stroke-linejoin="round"/>
    <path d="M0-98 54 20 0 52-54 20ZM54 20 88 22M-54 20-88 22M0 52V98" fill="none" stroke="${line}" stroke-width="2.5" stroke-linejoin="round"/>
    <text y="22" text-anchor="middle" font-size="66" font-weight="600" fill="${text}">${face}</text>
  </svg>${caption}</figure>`
}

/** `full` gold apple seeds and, after them, empty outlines up to `places`. */
export function seeds(full: number, places = full): string {
  const one = (index: number) =>
    `<svg viewBox="-30 -46 60 92" width="62"><path d="M0-40C20-18 25 8 14 28 8 40-8 40-14 28-25 8-20-18 0-40Z"
      fill="${index < full ? colours.glow : 'none'}" stroke="${colours.glow}" stroke-width="3"/><path d="M-4-18C-12 0-12 14-8 24" fill="none"
      stroke="${index < full ? colours.night : 'none'}" stroke-width="2.5" stroke-linecap="round"/></svg>`
  return `<div class="row seeds">${Array.from({ length: places }, (_, index) => one(index)).join('')}</div>`
}

/** The golden apple, split by a thin gap; `gap` is the distance of the halves. */
export function apple(size: number, gap = 4): string {
  const half = `<path d="M0-44C-20-66-62-58-66-14-69 26-38 72-14 70-8 69-4 66 0 66L-7 40 6 18-6-6 5-26Z" fill="${colours.glow}"/>`
  return `<svg viewBox="-100 -100 200 190" width="${size}">
    <g transform="translate(${-gap} 0)">${half}</g>
    <g transform="translate(${gap} 0)"><path d="M0-44C20-66 62-58 66-14 69 26 38 72 14 70 8 69 4 66 0 66L-7 40 6 18-6-6 5-26Z" fill="${colours.glow}"/></g>
    <path d="M2-50C4-68 12-80 24-88" fill="none" stroke="${colours.glow}" stroke-width="6" stroke-linecap="round"/>
    <path d="M14-72C30-84 48-82 58-70 42-62 26-62 14-72Z" fill="${colours.glow}"/></svg>`
}

/** Rings on water that grow fainter outwards. */
export function rings(): string {
  const one = (index: number) =>
    `<ellipse rx="${40 + index * 62}" ry="${13 + index * 20}" fill="none" stroke="${colours.glow}" stroke-width="${4 - index * 0.6}" opacity="${1 - index * 0.19}"/>`
  return `<svg viewBox="-300 -110 600 220" width="640">${[0, 1, 2, 3, 4].map(one).join('')}<circle r="9" fill="${colours.glow}"/></svg>`
}

/** A raised open hand in one line. */
export function openHand(): string {
  return `<svg viewBox="0 0 120 150" width="200"><path d="M38 140C30 118 12 98 8 82 5 72 16 66 22 74L36 94V28C36 16 52 16 52 28V72 16C52 4 68 4 68 16V72 22C68 10 84 10 84 22V76 38C84 27 99 27 99 38V96C99 116 92 126 90 140"
    fill="none" stroke="${colours.glow}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`
}

/** Candles, of which the last `out` have gone out. */
export function candles(count: number, out: number): string {
  const one = (index: number) => {
    const lit = index < count - out
    const flame = lit
      ? `<path d="M0-14C11-30 6-44 0-56-6-44-11-30 0-14Z" fill="${colours.glow}"/>`
      : `<path d="M0-16C6-26-6-32 2-44" fill="none" stroke="#8d8069" stroke-width="3" stroke-linecap="round"/>`
    return `<g transform="translate(${index * 62 + 40} 70)">${flame}<path d="M0-6V4" stroke="${colours.parchment}" stroke-width="3"/><rect x="-14" y="4" width="28" height="${86 - index * 6}" rx="3" fill="${colours.parchment}"/></g>`
  }
  return `<svg viewBox="0 0 ${count * 62 + 20} 165" width="${count * 78}">${Array.from({ length: count }, (_, index) => one(index)).join('')}</svg>`
}
