/** A point in the units of the drawing. */
export type Point = readonly [x: number, y: number]

/** A coordinate as it is written: one decimal is finer than what can be seen. */
export const n = (value: number): string => String(Math.round(value * 10) / 10)

/** Points as an SVG polygon has them, in units of `sx` and `sy`: `dots('0,1 0.5,0.4', width, height)`. */
export function dots(list: string, sx = 1, sy = sx): Point[] {
  return list.split(/\s+/).map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number)
    return [x * sx, y * sy]
  })
}

/** Path data with every number times `scale`. Not for arcs, whose flags are numbers, too. */
export const scaled = (d: string, scale: number): string =>
  d.replace(/-?\d*\.?\d+/g, (number) => n(Number(number) * scale))

export function place(points: readonly Point[], [x, y]: Point, scale = 1, mirror = 1): Point[] {
  return points.map(([px, py]): Point => [x + px * scale * mirror, y + py * scale])
}

export function openPath(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`
}

export const closedPath = (points: readonly Point[]): string => `${openPath(points)}Z`

/** Closed outline through the middles of the sides, with the points as its rounded corners. */
export function smoothClosed(points: readonly Point[]): string {
  const middle = (i: number): string => {
    const [a, b] = [points.at(i - 1) ?? [0, 0], points[i] ?? [0, 0]]
    return `${n((a[0] + b[0]) / 2)} ${n((a[1] + b[1]) / 2)}`
  }
  const corners = points.map(([x, y], i) => `Q${n(x)} ${n(y)} ${middle((i + 1) % points.length)}`)
  return `M${middle(0)}${corners.join('')}Z`
}

/** A Catmull-Rom curve through the points, as `steps` points for each of its spans. */
export function smooth(points: readonly Point[], closed = false, steps = 6): Point[] {
  const at = (i: number): Point => {
    const index = closed
      ? (i + points.length) % points.length
      : Math.min(points.length - 1, Math.max(0, i))
    return points[index] ?? [0, 0]
  }
  const curve: Point[] = []
  const spans = closed ? points.length : points.length - 1
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      const along = (k: 0 | 1): number =>
        0.5 *
        (2 * p1[k] +
          (p2[k] - p0[k]) * t +
          (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t ** 2 +
          (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t ** 3)
      curve.push([along(0), along(1)])
    }
  }
  if (!closed) curve.push(at(points.length - 1))
  return curve
}

export function ellipse([cx, cy]: Point, rx: number, ry: number): Point[] {
  return Array.from({ length: 36 }, (_, i): Point => {
    const turn = (i * Math.PI) / 18
    return [cx + rx * Math.cos(turn), cy + ry * Math.sin(turn)]
  })
}

export function circlePath(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`
}

export function isInside([x, y]: Point, polygon: readonly Point[]): boolean {
  let inside = false
  polygon.forEach(([x1, y1], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [0, 0]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}
