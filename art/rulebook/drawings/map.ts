import { ribbon, stroke } from '../../kit/engrave.ts'
import {
  closedPath,
  dots,
  ellipse,
  isInside,
  openPath,
  type Point,
  smooth,
} from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { line, path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'
import { ashenStair, hill, stilts, town, tree } from './landmarks.ts'

const { ink, gold, ember, moss } = colours
const size = { width: 360, height: 392 }
const coast: Point[] =
  dots(`46,74 92,40 148,50 204,28 262,40 312,74 330,130 318,182 330,236 302,284 254,318 200,334
142,326 94,344 50,318 36,280 72,258 112,268 150,256 190,238 212,210 206,184 182,166 148,160
110,170 72,162 40,128`)
const islands: Point[][] = [
  ellipse([24, 178], 12, 7),
  ellipse([18, 226], 9, 12),
  ellipse([344, 286], 9, 6),
  ellipse([30, 362], 10, 6),
  ellipse([344, 176], 6, 9),
  ellipse([216, 366], 11, 6),
  dots('258,346 288,336 324,346 316,368 282,374 254,364'),
]
const ravine: Point[] = dots('210,198 224,206 236,196 252,210 266,200 284,214 300,204 326,212')

function ragged(points: readonly Point[], seed: number): Point[] {
  const random = createRng(seed).next
  return smooth(points, true, 5).map(
    ([x, y]): Point => [x + random() * 2.4 - 1.2, y + random() * 2.4 - 1.2],
  )
}

function label([x, y]: Point, words: string, points = 13, paper = '#efe4c8'): string {
  // A halo by stroke would put every name into the PDF twice.
  const [half, up] = [words.length * points * 0.235 + 2, points * 0.72]
  const patch = smooth(
    [
      [x - half, y - up / 2],
      [x - half + 4, y - up],
      [x + half - 4, y - up],
      [x + half, y - up / 2],
      [x + half - 4, y + 3],
      [x - half + 4, y + 3],
    ],
    true,
  )
  return (
    path(closedPath(patch), paper, 0.85) +
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="Alegreya" font-style="italic" font-weight="600" font-size="${points}" fill="${ink}">${words}</text>`
  )
}

function water(land: readonly (readonly Point[])[]): string {
  const random = createRng(3).next
  let waves = ''
  let glass = ''
  for (let y = 6; y < size.height; y += 7) {
    for (let x = random() * 24; x < size.width; x += 22 + random() * 26) {
      const length = 9 + random() * 12
      if ([0, 0.5, 1].some((t) => land.some((shape) => isInside([x + length * t, y], shape))))
        continue
      if (x > 30 && x < 220 && y > 160 && y < 270)
        glass +=
          stroke([x, y + 3], [x + length, y - 4], 0.9) +
          stroke([x + 3, y - 5], [x + length - 2, y + 4], 0.6)
      else waves += stroke([x, y], [x + length, y], 0.6, -1.2)
    }
  }
  return path(waves, ink, 0.4) + path(glass, moss, 0.85)
}

function grass(land: readonly Point[]): string {
  const random = createRng(12).next
  let tufts = ''
  for (let i = 0; i < 260; i++) {
    const [x, y] = [random() * size.width, random() * size.height]
    if (isInside([x, y], land) && isInside([x - 6, y - 6], land))
      tufts += stroke([x, y], [x - 2, y - 4], 0.5) + stroke([x + 2, y], [x + 3, y - 5], 0.5)
  }
  return path(tufts, ink, 0.4)
}

function compass([x, y]: Point): string {
  const points = [0, 1, 2, 3].map((i) => {
    const turn = (i * Math.PI) / 2
    const tip: Point = [x + 17 * Math.sin(turn), y - 17 * Math.cos(turn)]
    const side: Point = [x + 4 * Math.cos(turn), y + 4 * Math.sin(turn)]
    const other: Point = [x - 4 * Math.cos(turn), y - 4 * Math.sin(turn)]
    return (
      path(closedPath([tip, side, [x, y]]), ink) +
      path(closedPath([tip, other, [x, y]]), i === 0 ? ember : gold)
    )
  })
  return points.join('') + line(closedPath(ellipse([x, y], 10, 10)), ink, 0.7)
}

/** The lands around the Sea of Glass in the year 412 after the Feast. */
export function map(): string {
  const main = ragged(coast, 21)
  const shores = [
    main,
    ...islands.map((island, i) =>
      ragged(
        island.filter((_, k) => island.length < 12 || k % 4 === 0),
        40 + i,
      ),
    ),
  ]
  const edges = shores.map((shore) => closedPath(shore)).join('')
  const forest: Point[] = dots(
    `70,92 84,84 98,90 112,82 126,90 78,106 94,104 110,102 124,106 140,98 88,118 104,118 120,120`,
  )
  const moths = dots('90,76 120,74 136,112 74,80 104,110')
    .map((at) => closedPath(ellipse(at, 1.7, 1.7)))
    .join('')
  const orchard: Point[] = dots(
    `232,188 250,194 268,190 288,196 306,190 234,222 252,226 270,222 290,228 308,224`,
  )
  const road =
    openPath(smooth(dots('174,160 150,136 128,126'))) +
    openPath(smooth(dots('184,152 212,132 246,120'))) +
    openPath(smooth(dots('232,244 176,290 104,304')))
  return svg(
    size.width,
    size.height,
    water(shores),
    line(edges, '#d8c9a3', 11),
    line(edges, '#c9b685', 5),
    path(edges, '#efe4c8'),
    line(edges, ink, 1.2),
    path(ribbon(ravine, 9), ink),
    path(
      ribbon(
        ravine.map(([x, y]): Point => [x, y + 0.6]),
        3,
      ),
      ember,
    ),
    line(road, ink, 0.9, 'stroke-dasharray="3 3"'),
    line(
      openPath(smooth(dots('92,262 112,244 160,238 190,208 182,170'))),
      ember,
      1.3,
      'stroke-dasharray="1 4"',
    ),
    grass(main),
    hill([212, 312], 0.45),
    hill([232, 306], 0.6),
    hill([254, 298], 0.45),
    hill([160, 80], 0.5),
    hill([178, 74], 0.65),
    ...forest.map((at) => tree(at, '#a9b48b')),
    path(moths, gold),
    ...orchard.map((at) => tree(at, '#d8b765')),
    hill([232, 106], 0.8),
    hill([294, 108], 0.9),
    hill([260, 112], 1.35),
    path(stroke([244, 104], [280, 102], 0.9, 2) + stroke([248, 96], [274, 94], 0.9, 2), gold),
    town([184, 158]),
    stilts([76, 302]),
    ashenStair([284, 362]),
    compass([30, 32]),
    label([112, 66], 'Lanternfell'),
    label([262, 128], 'Mount Harrow'),
    label([160, 124], 'Halm', 15),
    label([98, 208], 'The Sea of Glass', 16, colours.parchment),
    label([268, 246], 'The Split Orchard'),
    label([98, 227], 'Vitrey (below)', 10, colours.parchment),
    label([84, 332], 'Saltmere'),
    label([288, 389], 'The Ashen Stair', 12, colours.parchment),
  )
}
