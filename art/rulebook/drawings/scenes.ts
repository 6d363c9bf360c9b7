import { ribbon, stroke } from '../../kit/engrave.ts'
import { hatch } from '../../kit/hatch.ts'
import { closedPath, dots, ellipse, openPath, type Point, place, smooth } from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { line, path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const { ink, gold, ember, moss, vellum, night } = colours

/** A keelsled under sail on the green glass, with the shadow of an eel below. */
export function sled(): string {
  const random = createRng(17).next
  let glass = ''
  for (let y = 96; y < 148; y += 4.5)
    for (let x = -10 + random() * 40; x < 350; x += 30 + random() * 50)
      glass += stroke([x, y], [x + 26 + random() * 40, y], 0.7)
  let wind = ''
  for (let y = 10; y < 84; y += 7)
    for (let x = random() * 90; x < 340; x += 80 + random() * 90)
      wind += stroke([x, y], [x + 34 + random() * 30, y - 3], 0.6, 2)
  const hull = smooth(dots('112,74 130,82 180,84 228,80 252,66 240,88 212,94 140,94 120,88'), true)
  const sail = smooth(dots('183,10 214,30 222,56 206,70 184,70'), false)
  const jib = smooth(dots('176,16 160,40 142,68 174,68'), false)
  const runner = ribbon(smooth(dots('118,101 150,104 220,103 256,92')), 4)
  const struts =
    stroke([140, 93], [136, 103], 1.4) +
    stroke([216, 93], [222, 103], 1.4) +
    stroke([180, 94], [180, 104], 1.4)
  const folk = [
    [150, 82, 0.9],
    [212, 80, 0.85],
    [232, 74, 0.95],
  ]
    .map(
      ([x = 0, y = 0, k = 1]) =>
        closedPath(place(smooth(dots('-7,2 -6,-10 0,-15 6,-10 7,2'), true), [x, y], k)) +
        closedPath(place(ellipse([1, -19], 4, 4.4), [x, y], k)),
    )
    .join('')
  const eel = ribbon(smooth(dots('40,136 76,126 112,138 150,128 190,138 232,130 262,134')), 8)
  return svg(
    230,
    148,
    '<g transform="translate(-66)">',
    path(wind, ink, 0.35),
    path(glass, moss, 0.8),
    path(eel, moss, 0.4),
    path(closedPath(hull) + runner + struts + folk, ink),
    path(closedPath(dots('178,4 182,4 183,86 177,86')), ink),
    path(closedPath(sail), ember),
    path(closedPath(jib), gold),
    path(
      hatch(dots('186,24 206,34 214,56 186,66'), { angle: 76, gap: 5, width: 0.7 }) +
        hatch(dots('168,34 172,64 150,64'), { angle: 110, gap: 5, width: 0.6 }),
      vellum,
    ),
    path(
      stroke([124, 86], [240, 84], 0.8) +
        hatch(dots('134,88 220,87 212,93 140,93'), { angle: 2, gap: 3, width: 0.5 }),
      vellum,
    ),
    '</g>',
  )
}

const profile: Point[] =
  dots(`-62,100 -58,84 -40,76 -34,66 -46,50 -48,30 -38,12 -20,5 -4,8 4,20 5,30 8,35 16,46 9,50 11,55
8,58 10,63 5,72 -6,75 -10,84 -2,94 14,100`)

/** An Echo: two voices of the old quarrel, face to face, and the split between them. */
export function echo(): string {
  const head = (mirror: 1 | -1, fill: string, lines: string): string => {
    const shape = place(smooth(profile, false, 4), [mirror === 1 ? 118 : 222, 0], 1, mirror)
    return (
      path(closedPath(shape), fill) +
      path(hatch(shape, { angle: mirror * 74, gap: 4, width: 0.9, reach: 0.62, seed: 8 }), lines)
    )
  }
  const rings = [30, 46, 62, 78, 94]
    .map((radius) =>
      [-1, 1]
        .map((side) =>
          ribbon(
            Array.from({ length: 11 }, (_, i): Point => {
              const turn = (-0.5 + i * 0.1) * (1.5 - radius / 160)
              return [
                170 + side * (46 + radius) * Math.cos(turn),
                52 + radius * 0.9 * Math.sin(turn),
              ]
            }),
            1.2,
          ),
        )
        .join(''),
    )
    .join('')
  const split = ribbon(dots('171,0 163,24 176,40 164,62 175,78 169,100'), 4)
  return svg(
    340,
    100,
    path(rings, ink, 0.4),
    head(1, night, '#8a80ad'),
    head(-1, gold, ink),
    path(split, ember),
  )
}

/** Plan of a classroom with four tables; the gold chair is the director's. */
export function classroom(): string {
  const table = ([x, y]: Point, turn: number): string => {
    const seats = Array.from({ length: 6 }, (_, i) => {
      const angle = turn + (i * Math.PI) / 3
      return (
        path(
          closedPath(ellipse([x + 27 * Math.cos(angle), y + 27 * Math.sin(angle)], 5.6, 5.6)),
          i === 0 ? gold : '#d9cba9',
        ) +
        line(
          closedPath(ellipse([x + 27 * Math.cos(angle), y + 27 * Math.sin(angle)], 5.6, 5.6)),
          ink,
          0.8,
        )
      )
    })
    return (
      path(closedPath(ellipse([x, y], 18, 18)), vellum) +
      line(closedPath(ellipse([x, y], 18, 18)), ink, 1.2) +
      path(hatch(ellipse([x, y], 16, 16), { angle: 18, gap: 4, width: 0.5, seed: x }), ink, 0.5) +
      seats.join('')
    )
  }
  const label = (x: number, y: number, words: string): string =>
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="Alegreya Sans" font-weight="500" font-size="10" fill="${ink}">${words}</text>`
  const walk = smooth(dots('22,36 90,62 130,48 170,62 210,48 250,62 322,56'))
  return svg(
    352,
    150,
    line('M4 4H348V146H4Z', ink, 1.6),
    path('M120 4H232V9H120Z', moss),
    label(176, 20, 'board: promises and debts'),
    table([50, 104], 4.71),
    table([134, 104], 4.71),
    table([218, 104], 4.71),
    table([302, 104], 4.71),
    path(closedPath(dots('276,10 342,10 342,36 276,36')), '#e7dabb'),
    label(309, 26, 'quiet corner'),
    line(openPath(walk), ember, 1, 'stroke-dasharray="1 4"'),
    label(52, 28, 'teacher'),
    path(closedPath(ellipse([22, 36], 4.6, 4.6)), ember),
  )
}
