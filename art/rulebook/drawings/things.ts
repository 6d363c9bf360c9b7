import { ribbon, stroke } from '../../kit/engrave.ts'
import { hatch } from '../../kit/hatch.ts'
import { closedPath, dots, ellipse, openPath, type Point, place, smooth } from '../../kit/points.ts'
import { line, path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const { ink, gold, ember, moss, parchment, vellum, night } = colours

const front: Point[] = dots('0,-48 -27,7 0,22 27,7')
const body: Point[] = dots('0,-48 -45,-4 -43,8 0,48 43,8 45,-4')

interface Die {
  at: Point
  size: number
  value: string
  face: string
  lines: string
  digits: string
}

/** A ten-sided die seen over one of its faces. */
function die({ at, size, value, face, lines, digits }: Die): string {
  const scale = size / 100
  const side = place(dots('0,-48 27,7 43,8 45,-4'), at, scale)
  const below = place(dots('0,22 27,7 43,8 0,48'), at, scale)
  const left = place(dots('0,22 -27,7 -43,8 0,48'), at, scale)
  return [
    path(closedPath(place(body, at, scale)), face),
    path(
      hatch(side, { angle: 62, gap: 3.2, width: 0.9 }) +
        hatch(below, { angle: 32, gap: 2.6, width: 1 }) +
        hatch(left, { angle: 32, gap: 5, width: 0.7 }),
      lines,
    ),
    line(
      closedPath(place(body, at, scale)) +
        closedPath(place(front, at, scale)) +
        openPath(place(dots('-27,7 -43,8'), at, scale)) +
        openPath(place(dots('27,7 43,8'), at, scale)) +
        openPath(place(dots('0,22 0,48'), at, scale)),
      lines,
      size / 62,
    ),
    `<text x="${at[0]}" y="${at[1] + size * 0.07}" text-anchor="middle" font-family="Alegreya" font-weight="700" font-size="${size * 0.34}" fill="${digits}">${value}</text>`,
  ].join('\n')
}

/** The pale die of accord and the dark die of discord, thrown on a table. */
export function dice(): string {
  const table = [0, 1, 2, 3, 4]
    .map((i) => stroke([14 + i * 12, 112 + i * 6], [306 - i * 10, 112 + i * 6], 0.8))
    .join('')
  const shades =
    hatch(ellipse([106, 118], 52, 9), { angle: -6, gap: 2, width: 0.8 }) +
    hatch(ellipse([232, 118], 52, 9), { angle: 6, gap: 2, width: 0.8 })
  return svg(
    320,
    142,
    path(table, ink, 0.4),
    path(shades, ink, 0.75),
    die({ at: [96, 66], size: 108, value: '7', face: vellum, lines: ink, digits: ink }),
    die({
      at: [222, 66],
      size: 108,
      value: '4',
      face: night,
      lines: '#b7aed6',
      digits: colours.glow,
    }),
  )
}

/** A hammer, a feather, a lantern and a heart: one for each trait. */
export const traits: Record<string, () => string> = {
  might: () => {
    const turn = ([x, y]: Point): Point => [
      22 + (x - 24) * 0.76 - (y - 24) * 0.53,
      25 + (x - 24) * 0.53 + (y - 24) * 0.76,
    ]
    const head = dots('5,8 9,5 39,5 43,8 43,19 39,22 9,22 5,19').map(turn)
    const shaft = dots('21,22 27,22 28,49 20,49').map(turn)
    const light = hatch(dots('10,7 38,7 38,13 10,13').map(turn), {
      angle: 35,
      gap: 2.4,
      width: 0.6,
    })
    return svg(
      48,
      50,
      path(closedPath(head) + closedPath(shaft), ink),
      path(light + stroke(turn([23, 25]), turn([22.6, 47]), 0.6), parchment),
    )
  },
  grace: () => {
    const vane = smooth(dots('9,43 11,31 19,18 30,7 43,2 41,14 33,26 24,35 12,42'), true)
    const barbs = [0.2, 0.35, 0.5, 0.65, 0.8]
      .map(
        (t) =>
          stroke(
            [10 + 27 * t, 42 - 34 * t],
            [10 + 27 * t + 9 * (1 - t * 0.5), 42 - 34 * t - 1],
            0.6,
          ) +
          stroke(
            [10 + 27 * t, 42 - 34 * t],
            [10 + 27 * t - 1, 42 - 34 * t - 10 * (1 - t * 0.4)],
            0.6,
          ),
      )
      .join('')
    return svg(
      48,
      50,
      path(closedPath(vane), moss),
      path(barbs + ribbon(dots('6,48 12,40 24,25 38,7'), 2), parchment),
      path(stroke([4, 49], [12, 39], 1), moss),
    )
  },
  wit: () => {
    const frame =
      closedPath(dots('13,18 35,18 33,42 15,42')) +
      closedPath(dots('10,42 38,42 38,47 10,47')) +
      closedPath(dots('24,6 37,18 11,18'))
    const flame = smooth(dots('24,22 29,31 27,38 21,38 19,31'), true)
    const rays = [
      [4, 22, 9, 25],
      [2, 32, 9, 32],
      [44, 22, 39, 25],
      [46, 32, 39, 32],
    ]
      .map(([a = 0, b = 0, c = 0, d = 0]) => stroke([a, b], [c, d], 0.9))
      .join('')
    return svg(
      48,
      50,
      path(frame, ink),
      path(closedPath(dots('16,21 32,21 31,40 17,40')), vellum),
      path(closedPath(flame) + rays, gold),
      line(closedPath(ellipse([24, 4], 3, 3)), ink, 1.4),
    )
  },
  heart: () => {
    const shape = smooth(dots('24,14 31,6 42,9 44,21 36,34 24,46 12,34 4,21 6,9 17,6'), true)
    const light = [
      [10, 14, 9, 24],
      [14, 12, 12, 29],
      [36, 32, 26, 42],
    ]
      .map(([a = 0, b = 0, c = 0, d = 0]) => stroke([a, b], [c, d], 0.9, 2))
      .join('')
    return svg(
      48,
      50,
      path(closedPath(shape), ember),
      path(
        light + hatch(dots('32,12 42,13 42,22 36,31 30,33'), { angle: 60, gap: 2.6, width: 0.55 }),
        parchment,
      ),
    )
  },
}

/** The five steps of harm as a stair that leads down; a character who is out sits at its foot. */
export function stair(): string {
  const steps = [0, 1, 2, 3, 4]
  const blocks = steps.map((i): Point[] => [
    [14 + i * 66, 34 + i * 14],
    [80 + i * 66, 34 + i * 14],
    [80 + i * 66, 116],
    [14 + i * 66, 116],
  ])
  const tones = [7, 5.2, 3.8, 2.8, 2]
  const marks = blocks
    .map((block, i) =>
      hatch(block, { angle: 58, gap: tones[i] ?? 4, width: 0.5 + i * 0.12, seed: i + 1 }),
    )
    .join('')
  const edges = blocks
    .map(([a, b]) => (a && b ? stroke(a, b, 1.5) + stroke(a, [a[0], a[1] + 14], 1) : ''))
    .join('')
  const numerals = steps
    .map((i) => {
      const at: Point = [47 + i * 66, 54 + i * 13.4]
      return (
        path(closedPath(ellipse([at[0], at[1] - 4], 9, 9)), i < 2 ? moss : i < 4 ? gold : ember) +
        `<text x="${at[0]}" y="${at[1]}" text-anchor="middle" font-family="Alegreya Sans" font-weight="700" font-size="12" fill="${i === 2 || i === 3 ? ink : vellum}">${i + 1}</text>`
      )
    })
    .join('\n')
  const climber = smooth(dots('0,0 -7,0 -6,-13 -2,-20 3,-19 6,-10 8,0'), true)
  const head = ellipse([1, -24], 4.2, 4.6)
  const sitter = smooth(dots('-9,0 -8,-9 -3,-14 2,-11 9,-6 11,0'), true)
  const people =
    closedPath(place(climber, [36, 34], 1)) +
    closedPath(place(head, [36, 34], 1)) +
    closedPath(place(sitter, [326, 90], 1)) +
    closedPath(place(ellipse([-1, -17], 4, 4.4), [326, 90], 1))
  return svg(358, 118, path(marks, ink, 0.7), path(edges + people, ink), numerals)
}
