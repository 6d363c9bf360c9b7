import { closedPath, n, type Point, smooth } from './points.ts'
import type { Rng } from './rng.ts'

/** The outline of a line that reaches `half(i)` to both sides of its i-th point. */
function sweep(
  points: readonly Point[],
  half: (i: number) => number,
  neighbours = (i: number) => [points[i - 1], points[i + 1]],
): string {
  const left: Point[] = []
  const right: Point[] = []
  points.forEach((here, i) => {
    const [before = here, after = here] = neighbours(i)
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    const [ox, oy] = [(-dy / length) * half(i), (dx / length) * half(i)]
    left.push([here[0] + ox, here[1] + oy])
    right.push([here[0] - ox, here[1] - oy])
  })
  return closedPath([...left, ...right.reverse()])
}

/** A line whose thickness follows `widths`, as a burin cuts it; stretches thinner than `least` are left uncut. */
export function swell(points: readonly Point[], widths: readonly number[], least = 0.25): string {
  let parts = ''
  let from = 0
  for (let i = 0; i <= points.length; i += 1) {
    if (i < points.length && (widths[i] ?? 0) >= least) continue
    if (i - from > 1) {
      const start = from
      const last = i - from - 1
      parts += sweep(points.slice(from, i), (k) =>
        k === 0 || k === last ? 0.05 : (widths[start + k] ?? 0) / 2,
      )
    }
    from = i + 1
  }
  return parts
}

/** A tapered line along many points, `width` thick in the middle. */
export function ribbon(points: readonly Point[], width: number): string {
  return sweep(points, (i) => (width / 2) * Math.sin((Math.PI * i) / (points.length - 1)))
}

/** A smooth limb through a few joints, as thick at each joint as given; its ends stay blunt. */
export function limb(joints: readonly Point[], widths: readonly number[]): string {
  const parts = 6
  // Twice as fine as the outline: the points between give its direction.
  const curve = smooth(joints, false, parts * 2)
  const last = curve.length - 1
  const half = (k: number): number => {
    const i = Math.min(joints.length - 2, Math.floor(k / parts))
    const t = k / parts - i
    return ((widths[i] ?? 0) * (1 - t) + (widths[i + 1] ?? 0) * t) / 2
  }
  return sweep(
    curve.filter((_, i) => i % 2 === 0),
    half,
    (k) => [curve[Math.max(0, 2 * k - 1)], curve[Math.min(last, 2 * k + 1)]],
  )
}

/** A limb that begins `width` thick and loses the share `taper` of that at each joint. */
export const taperedLimb = (joints: readonly Point[], width: number, taper: number): string =>
  limb(
    joints,
    joints.map((_, i) => width * (1 - i * taper)),
  )

/** One tapered stroke from a to b, bowed sideways by `bow`: the basic mark for leaves, grass and hatching. */
export function stroke(a: Point, b: Point, width: number, bow = 0): string {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const length = Math.hypot(dx, dy)
  if (length === 0) return ''
  const [nx, ny] = [-dy / length, dx / length]
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const far = bow + width
  const near = bow - width
  return `M${n(a[0])} ${n(a[1])}Q${n(mx + nx * far)} ${n(my + ny * far)} ${n(b[0])} ${n(b[1])}Q${n(mx + nx * near)} ${n(my + ny * near)} ${n(a[0])} ${n(a[1])}Z`
}

/** Small dots scattered by chance: the grain of the plate. */
export function stipple(
  rng: Rng,
  count: number,
  place: () => Point,
  size: (at: Point) => number,
): string {
  const parts: string[] = []
  for (let i = 0; i < count; i += 1) {
    const at = place()
    const r = size(at)
    if (r < 0.15) continue
    const turn = rng.range(0, 3)
    const [dx, dy] = [Math.cos(turn) * r, Math.sin(turn) * r]
    parts.push(
      closedPath([
        [at[0] - dx, at[1] - dy],
        [at[0] - dy, at[1] + dx],
        [at[0] + dx, at[1] + dy],
        [at[0] + dy, at[1] - dx],
      ]),
    )
  }
  return parts.join('')
}
