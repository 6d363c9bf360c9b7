import { ribbon, stroke } from '../../kit/engrave.ts'
import { hatch } from '../../kit/hatch.ts'
import { closedPath, dots, type Point, place, smooth } from '../../kit/points.ts'
import { path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const rightSide: Point[] = dots(
  `0,-0.68 0.2,-0.86 0.55,-0.92 0.88,-0.66 1,-0.2 0.92,0.32 0.66,0.76 0.34,0.98 0.12,0.98 0,0.9`,
)
const lightning: Point[] = dots('0.02,-0.7 -0.14,-0.3 0.12,-0.08 -0.12,0.34 0.08,0.56 -0.02,0.92')

interface Apple {
  at: Point
  size: number
  body: string
  shade: string
  gap?: number
  leaf?: string
}

/** The golden apple of discord: two halves and a lightning-thin gap. `size` is half its width. */
export function apple({ at, size, body, shade, gap = 0.038, leaf = body }: Apple): string {
  const edge = smooth(rightSide, false, 5)
  const shift = (dx: number): Point => [at[0] + dx * size, at[1]]
  const split = place(lightning, [0, 0], 1)
  const right = place([...edge, ...[...split].reverse()], shift(gap), size)
  const left = place(
    [...edge.map(([x, y]): Point => [-x, y]), ...[...split].reverse()],
    shift(-gap),
    size,
  )
  const meridians = [0.93, 0.84, 0.74, 0.63, 0.51, 0.38].map((scale, i) => {
    const part = edge
      .slice(6 + i, edge.length - 4 - i * 2)
      .map(([x, y]): Point => [x * scale, y * (0.94 - i * 0.02)])
    return ribbon(place(part, shift(gap), size), size * (0.075 - i * 0.007))
  })
  const lights = [0.92, 0.82].map((scale, i) => {
    const part = edge
      .slice(22 + i * 2, edge.length - 6 - i * 3)
      .map(([x, y]): Point => [-x * scale, y * 0.95])
    return ribbon(place(part, shift(-gap), size), size * 0.05)
  })
  const stem = ribbon(
    place(smooth(dots('0.02,-0.66 0.03,-0.9 0.12,-1.14 0.2,-1.26')), at, size),
    size * 0.13,
  )
  const blade = smooth(
    dots('0.12,-1.04 0.36,-1.26 0.72,-1.3 0.9,-1.18 0.66,-1.02 0.36,-0.98'),
    true,
  )
  return [
    path(closedPath(left) + closedPath(right), body),
    path(meridians.join('') + lights.join(''), shade),
    path(stem + closedPath(place(blade, at, size)), leaf),
    path(
      stroke(
        place([[0.16, -1.04]], at, size)[0] ?? at,
        place([[0.84, -1.18]], at, size)[0] ?? at,
        size * 0.035,
        -size * 0.05,
      ),
      shade,
    ),
  ].join('\n')
}

export function appleOnPaper(): string {
  return svg(
    100,
    110,
    apple({
      at: [49, 63],
      size: 42,
      body: colours.gold,
      shade: colours.parchment,
      leaf: colours.moss,
    }),
  )
}

/** The emblem of the Split Orchard. */
export function appleWithTwoShadows(): string {
  const shadow = (points: readonly Point[], angle: number): string =>
    path(hatch(smooth(points, true), { angle, gap: 2.1, width: 0.75, seed: 3 }), colours.ink)
  const ground = [-4, 3, 10, 17, 24]
    .map((dy, i) => stroke([8 + i * 9, 100 + dy], [292 - i * 9, 100 + dy], 0.7))
    .join('')
  return svg(
    300,
    132,
    path(ground, colours.ink, 0.4),
    shadow(dots('152,97 172,86 214,88 262,98 290,110 262,112 200,106'), 8),
    shadow(dots('148,97 128,92 100,104 62,120 34,131 84,130 126,112'), -22),
    apple({
      at: [150, 61],
      size: 38,
      body: colours.gold,
      shade: colours.vellum,
      leaf: colours.moss,
    }),
  )
}
