import { stroke } from './engrave.ts'
import type { Point } from './points.ts'
import { createRng } from './rng.ts'

type Hatching = {
  /** In degrees. */
  angle: number
  gap: number
  width: number
  seed?: number
  /** Below 1 the cuts end before the far edge, which models light. */
  reach?: number
  bend?: number
}

/** Fills a polygon with cuts, as a graver leaves them in wood. */
export function hatch(
  polygon: readonly Point[],
  { angle, gap, width, seed = 1, reach = 1, bend = 0 }: Hatching,
): string {
  const random = createRng(seed).next
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const turned = polygon.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin])
  const back = (x: number, y: number): Point => [x * cos - y * sin, x * sin + y * cos]
  const heights = turned.map(([, y]) => y)
  const low = Math.max(...heights)
  let marks = ''
  for (let y = Math.min(...heights) + gap / 2; y < low; y += gap * (0.85 + random() * 0.3)) {
    const crossings = crossingsAt(turned, y)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from = 0, to = 0] = crossings.slice(i)
      const end = from + (to - from) * Math.min(1, reach * (0.8 + random() * 0.4))
      if (end - from > gap / 2)
        marks += stroke(back(from, y), back(end, y), width * (0.7 + random() * 0.6), bend)
    }
  }
  return marks
}

function crossingsAt(polygon: readonly Point[], y: number): number[] {
  return polygon
    .flatMap(([x1, y1], i) => {
      const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [0, 0]
      return y1 > y !== y2 > y ? [((x2 - x1) * (y - y1)) / (y2 - y1) + x1] : []
    })
    .sort((a, b) => a - b)
}
