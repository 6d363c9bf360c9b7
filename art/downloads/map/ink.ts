import type { Point } from '../../kit/points.ts'

export type Random = () => number

/** Breaks each side of a line in two, with a sideways step in proportion to its length, `depth` times over. */
export function roughen(
  points: readonly Point[],
  closed: boolean,
  random: Random,
  depth = 4,
  strength = 0.2,
): Point[] {
  let line = [...points]
  for (let round = 0; round < depth; round++) {
    line = line.flatMap((from, i) => {
      const to = line[i + 1] ?? (closed ? line[0] : undefined)
      if (to === undefined) return [from]
      const step = (random() - 0.5) * strength
      return [
        from,
        [
          (from[0] + to[0]) / 2 - (to[1] - from[1]) * step,
          (from[1] + to[1]) / 2 + (to[0] - from[0]) * step,
        ] as const,
      ]
    })
  }
  return line
}

/** Points inside an ellipse, at least `gap` apart, from top to bottom so that nearer signs overlap farther ones. */
export function scatter(
  count: number,
  centre: Point,
  radii: Point,
  gap: number,
  random: Random,
): Point[] {
  const found: Point[] = []
  for (let tries = 0; tries < count * 40 && found.length < count; tries++) {
    const angle = random() * Math.PI * 2
    const reach = Math.sqrt(random())
    const x = centre[0] + Math.cos(angle) * reach * radii[0]
    const y = centre[1] + Math.sin(angle) * reach * radii[1]
    if (found.every(([ox, oy]) => Math.hypot(ox - x, oy - y) >= gap)) found.push([x, y])
  }
  return found.sort((a, b) => a[1] - b[1])
}
