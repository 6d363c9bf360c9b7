/** Line-cut drawing: every mark is a tapered stroke, thick in the middle, as a graver leaves it in wood. Units are those of the view box. */

export type Point = readonly [x: number, y: number]

/** Mulberry32: the drawings must come out the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Points as they are written in an SVG polygon: `dots('0,1 20,4')`. */
export function dots(list: string): Point[] {
  return list
    .trim()
    .split(/\s+/)
    .map((pair): Point => {
      const [x = 0, y = 0] = pair.split(',').map(Number)
      return [x, y]
    })
}

/** One tapered stroke from a to b; `bend` pushes its middle sideways. */
export function cut(a: Point, b: Point, width: number, bend = 0): string {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  if (length === 0) return ''
  const [nx, ny] = [-dy / length, dx / length]
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const near = bend + width
  const far = bend - width
  return `M${n(a[0])} ${n(a[1])}Q${n(mx + nx * near)} ${n(my + ny * near)} ${n(b[0])} ${n(b[1])}Q${n(mx + nx * far)} ${n(my + ny * far)} ${n(a[0])} ${n(a[1])}Z`
}

/** A tapered stroke along many points. */
export function ribbon(points: readonly Point[], width: number): string {
  const left: string[] = []
  const right: string[] = []
  points.forEach((point, i) => {
    const before = points[Math.max(0, i - 1)] ?? point
    const after = points[Math.min(points.length - 1, i + 1)] ?? point
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
    const half = (width / 2) * Math.sin((Math.PI * i) / (points.length - 1))
    const nx = (-(after[1] - before[1]) / length) * half
    const ny = ((after[0] - before[0]) / length) * half
    left.push(`${n(point[0] + nx)} ${n(point[1] + ny)}`)
    right.unshift(`${n(point[0] - nx)} ${n(point[1] - ny)}`)
  })
  return `M${left.join('L')}L${right.join('L')}Z`
}

/** A Catmull-Rom curve through the points, sampled so that it can be hatched. */
export function smooth(points: readonly Point[], closed = false, steps = 6): Point[] {
  const at = (i: number): Point => {
    const index = closed
      ? (i + points.length) % points.length
      : Math.min(points.length - 1, Math.max(0, i))
    return points[index] ?? [0, 0]
  }
  const result: Point[] = []
  const spans = closed ? points.length : points.length - 1
  for (let i = 0; i < spans; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let s = 0; s < steps; s++) {
      const t = s / steps
      const curve = (k: 0 | 1): number =>
        0.5 *
        (2 * p1[k] +
          (p2[k] - p0[k]) * t +
          (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t ** 2 +
          (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t ** 3)
      result.push([curve(0), curve(1)])
    }
  }
  if (!closed) result.push(at(points.length - 1))
  return result
}

export function outline(points: readonly Point[], closed = true): string {
  return `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}${closed ? 'Z' : ''}`
}

export function isInside([x, y]: Point, polygon: readonly Point[]): boolean {
  let inside = false
  polygon.forEach(([x1, y1], i) => {
    const [x2, y2] = polygon[(i + 1) % polygon.length] ?? [0, 0]
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside
  })
  return inside
}

interface Hatching {
  angle: number
  gap: number
  width: number
  seed?: number
  reach?: number
  bend?: number
}

/** Fills a polygon with cuts. `angle` in degrees; `reach` below 1 lets the cuts end before the far edge, which models light. */
export function hatch(
  polygon: readonly Point[],
  { angle, gap, width, seed = 1, reach = 1, bend = 0 }: Hatching,
): string {
  const random = randomFrom(seed)
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const turned = polygon.map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin])
  const back = ([x, y]: Point): Point => [x * cos - y * sin, x * sin + y * cos]
  const heights = turned.map(([, y]) => y)
  let marks = ''
  for (
    let y = Math.min(...heights) + gap / 2;
    y < Math.max(...heights);
    y += gap * (0.85 + random() * 0.3)
  ) {
    const crossings: number[] = []
    turned.forEach(([x1, y1], i) => {
      const [x2, y2] = turned[(i + 1) % turned.length] ?? [0, 0]
      if (y1 > y !== y2 > y) crossings.push(((x2 - x1) * (y - y1)) / (y2 - y1) + x1)
    })
    crossings.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [crossings[i] ?? 0, crossings[i + 1] ?? 0]
      const end = from + (to - from) * Math.min(1, reach * (0.8 + random() * 0.4))
      if (end - from > gap / 2)
        marks += cut(back([from, y]), back([end, y]), width * (0.7 + random() * 0.6), bend)
    }
  }
  return marks
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}"${more && ` ${more}`}/>`
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"${more && ` ${more}`}/>`
}

export function ellipse([cx, cy]: Point, rx: number, ry: number): Point[] {
  return Array.from(
    { length: 36 },
    (_, i): Point => [
      cx + rx * Math.cos((i * Math.PI) / 18),
      cy + ry * Math.sin((i * Math.PI) / 18),
    ],
  )
}

export function place(points: readonly Point[], [x, y]: Point, scale: number, mirror = 1): Point[] {
  return points.map(([px, py]): Point => [x + px * scale * mirror, y + py * scale])
}

export function svg(width: number, height: number, ...parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">\n${parts.filter(Boolean).join('\n')}\n</svg>\n`
}
