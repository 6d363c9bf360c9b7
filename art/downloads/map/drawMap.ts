import { closedPath, openPath, type Point } from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { roughen, scatter } from './ink.ts'
import {
  glass,
  type LabelName,
  labels,
  lands,
  type Place,
  roads,
  sledRoutes,
} from './places.ts'
import {
  compass,
  harrow,
  ink,
  mountain,
  open,
  paper,
  reeds,
  sled,
  stair,
  stilts,
  towers,
  tree,
} from './symbols.ts'
import type { MapWords } from './words.ts'

const sea = '#e2d9bd'

function shores(coast: string): string {
  return [34, 25, 17, 9]
    .map(
      (w) =>
        `<path d="${coast}" fill="none" stroke="#6d6248" stroke-width="${w + 1}" stroke-linejoin="round"/><path d="${coast}" fill="none" stroke="${sea}" stroke-width="${w - 0.6}" stroke-linejoin="round"/>`,
    )
    .join('')
}

function lettering(name: LabelName, words: MapWords): string {
  const { at, size, italic }: Place = labels[name]
  const [x, y] = at
  const [text, note] = words.labels[name]
  const halo = `text-anchor="middle" fill="${ink}" stroke="${paper}" stroke-width="4.5" stroke-linejoin="round" paint-order="stroke"`
  const style = italic ? ' font-style="italic"' : ' font-weight="600"'
  const small = note
    ? `<text x="${x}" y="${y + 19}" font-size="15" font-style="italic" ${halo}>${note}</text>`
    : ''
  return `<text x="${x}" y="${y}" font-size="${size}"${style} letter-spacing="0.4" ${halo}>${text}</text>${small}`
}

/** Green glass with glints: three lengths of slanted strokes, cut to the shape of the bay. */
function frozenBay(random: () => number): string {
  const shape = closedPath(roughen(glass, true, random, 3, 0.12))
  const glints = scatter(120, [610, 580], [200, 130], 16, random)
    .map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}l${8 + random() * 18} -${4 + random() * 8}`)
    .join('')
  return (
    `<clipPath id="bay"><path d="${shape}"/></clipPath><path d="${shape}" fill="#b9cfae" stroke="#5d7a5b" stroke-width="1.4"/>` +
    `<g clip-path="url(#bay)"><path d="${glints}" fill="none" stroke="#6f8f6c" stroke-width="1.1" stroke-linecap="round"/></g>`
  )
}

/** The ravine with apple trees on both lips and the one bridge. */
function orchard(random: () => number): string {
  const west = scatter(11, [540, 318], [34, 34], 17, random)
  const east = scatter(11, [662, 330], [34, 34], 17, random)
  const bridge = open('M574 322q26 15 50 4M574 317q26 15 50 4', 1.3)
  const planks = open(
    Array.from(
      { length: 8 },
      (_, i) => `M${578 + i * 6} ${320 + Math.sin((i / 7) * Math.PI) * 7}v5`,
    ).join(''),
    0.9,
  )
  return (
    [...west, ...east]
      .map(
        (p) => `${tree(p, 6.5)}<circle cx="${p[0] - 2}" cy="${p[1] - 8}" r="1.6" fill="#a63a24"/>`,
      )
      .join('') +
    bridge +
    planks
  )
}

function waves(random: () => number): string {
  const strokes = scatter(110, [600, 425], [560, 385], 52, random)
    .map(([x, y]) => `M${x.toFixed(0)} ${y.toFixed(0)}q5-6 10 0t10 0`)
    .join('')
  return `<path d="${strokes}" fill="none" stroke="#a59a78" stroke-width="1.1" stroke-linecap="round"/>`
}

/** Tufts in the open country, light enough to lie under the names. */
function meadows(random: () => number): string {
  const tufts = [
    ...scatter(46, [400, 400], [130, 110], 26, random),
    ...scatter(50, [850, 400], [150, 110], 26, random),
  ]
  const strokes = tufts
    .map(([x, y]) => `M${x.toFixed(0)} ${y.toFixed(0)}l-2-5m5 5v-7m3 7l3-5`)
    .join('')
  return `<path d="${strokes}" fill="none" stroke="#a8916a" stroke-width="0.9" stroke-linecap="round"/>`
}

function frame(): string {
  return `<rect x="22" y="22" width="1156" height="806" fill="none" stroke="${ink}" stroke-width="3"/><rect x="30" y="30" width="1140" height="790" fill="none" stroke="${ink}" stroke-width="1"/>`
}

function cartouche(words: MapWords): string {
  const text = (y: number, size: number, line: string, more = '') =>
    `<text x="1000" y="${y}" text-anchor="middle" font-size="${size}" fill="${ink}" ${more}>${line}</text>`
  const rule = open('M900 781h200M900 776v10M950 778v6M1000 776v10M1050 778v6M1100 776v10', 1.3)
  return (
    text(736, words.titleSize, words.title, 'font-weight="600"') +
    text(759, 17, words.lead, 'font-style="italic"') +
    rule +
    text(803, 14, words.scale, 'font-style="italic"')
  )
}

/** The whole map as one SVG of 1200 x 850 units; the same on every run. */
export function drawMap(words: MapWords): string {
  const random = createRng(412).next
  const coasts = lands.map((land) => closedPath(roughen(land, true, random, 4, 0.46)))
  const halves = coasts.join('')
  const wood = scatter(86, [254, 408], [72, 112], 14, random).filter(
    ([x, y]: Point) => Math.hypot(x - 262, (y - 402) * 2.4) > 60,
  )
  const hills = scatter(12, [838, 204], [148, 44], 32, random)
    .map((p) => mountain(p, 26 + random() * 16, random))
    .join('')
  const farHills = scatter(8, [884, 632], [52, 30], 26, random)
    .map((p) => mountain(p, 20 + random() * 8, random))
    .join('')
  const dashes = (lines: readonly (readonly Point[])[], dash: string, colour: string) =>
    lines
      .map(
        (line) =>
          `<path d="${openPath(roughen(line, false, random, 3, 0.25))}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" stroke-linecap="round" stroke-linejoin="round"/>`,
      )
      .join('')
  const names = (Object.keys(labels) as LabelName[])
    .map((name) => lettering(name, words))
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 850" preserveAspectRatio="xMidYMid slice">
<rect width="1200" height="850" fill="${sea}"/>${waves(random)}${shores(halves)}${frozenBay(random)}
<path d="${halves}" fill="${paper}" stroke="${ink}" stroke-width="2.2" stroke-linejoin="round"/>
${dashes(roads, '7 6', '#8a4a2c')}${dashes(sledRoutes, '1 7', '#2f4a35')}
${meadows(random)}${hills}${harrow([850, 246])}${farHills}${reeds([330, 592], [110, 56], random)}${stilts([332, 570], random)}
${wood.map((p) => tree(p, 8)).join('')}${towers([376, 208])}${stair([886, 452])}${orchard(random)}
${sled([560, 538])}${compass([1098, 108], 46)}${names}${cartouche(words)}${frame()}</svg>`
}
