import type { Rng } from './rng.ts'
import type { Point } from './sheet.ts'
import { n } from './sheet.ts'

/** A line whose thickness follows `widths`, as a burin cuts it; stretches thinner than `least` are left uncut. */
export function swell(points: readonly Point[], widths: readonly number[], least = 0.25): string {
  const parts: string[] = []
  let run: number[] = []
  const flush = (): void => {
    if (run.length > 1) parts.push(outline(points, widths, run))
    run = []
  }
  points.forEach((_, i) => {
    if ((widths[i] ?? 0) >= least) run.push(i)
    else flush()
  })
  flush()
  return parts.join('')
}

function outline(
  points: readonly Point[],
  widths: readonly number[],
  run: readonly number[],
): string {
  const left: string[] = []
  const right: string[] = []
  run.forEach((index, k) => {
    const here = points[index]
    const before = points[run[Math.max(0, k - 1)] ?? index]
    const after = points[run[Math.min(run.length - 1, k + 1)] ?? index]
    if (!here || !before || !after) return
    const dx = after[0] - before[0]
    const dy = after[1] - before[1]
    const length = Math.hypot(dx, dy) || 1
    const end = k === 0 || k === run.length - 1
    const half = end ? 0.05 : (widths[index] ?? 0) / 2
    const ox = (-dy / length) * half
    const oy = (dx / length) * half
    left.push(`${n(here[0] + ox)} ${n(here[1] + oy)}`)
    right.push(`${n(here[0] - ox)} ${n(here[1] - oy)}`)
  })
  return `M${left.join('L')}L${right.reverse().join('L')}Z`
}

/** A smooth limb through a few joints, as thick at each joint as given; its ends stay blunt. */
export function limb(joints: readonly Point[], widths: readonly number[]): string {
  const left: Point[] = []
  const right: Point[] = []
  const joint = (i: number): Point => joints[Math.min(joints.length - 1, Math.max(0, i))] ?? [0, 0]
  const parts = 6
  const last = (joints.length - 1) * parts
  const curve = (k: number): Point => {
    const i = Math.min(joints.length - 2, Math.floor(k / parts))
    const t = k / parts - i
    const [p0, p1, p2, p3] = [joint(i - 1), joint(i), joint(i + 1), joint(i + 2)]
    const along = (a: number, b: number, c: number, d: number): number =>
      0.5 *
      (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
    return [along(p0[0], p1[0], p2[0], p3[0]), along(p0[1], p1[1], p2[1], p3[1])]
  }
  for (let k = 0; k <= last; k += 1) {
    const here = curve(k)
    const before = curve(Math.max(0, k - 0.5))
    const after = curve(Math.min(last, k + 0.5))
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
    const i = Math.min(joints.length - 2, Math.floor(k / parts))
    const t = k / parts - i
    const half = ((widths[i] ?? 0) * (1 - t) + (widths[i + 1] ?? 0) * t) / 2
    const ox = (-(after[1] - before[1]) / length) * half
    const oy = ((after[0] - before[0]) / length) * half
    left.push([here[0] + ox, here[1] + oy])
    right.unshift([here[0] - ox, here[1] - oy])
  }
  return `M${[...left, ...right].map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`
}

/** One tapered stroke from a to b, bowed sideways by `bow` px: the basic mark for leaves, grass and hatching. */
export function stroke(a: Point, b: Point, width: number, bow = 0): string {
  const mx = (a[0] + b[0]) / 2
  const my = (a[1] + b[1]) / 2
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const length = Math.hypot(dx, dy) || 1
  const nx = -dy / length
  const ny = dx / length
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
    const dx = Math.cos(turn) * r
    const dy = Math.sin(turn) * r
    parts.push(
      `M${n(at[0] - dx)} ${n(at[1] - dy)}L${n(at[0] - dy)} ${n(at[1] + dx)}L${n(at[0] + dx)} ${n(at[1] + dy)}L${n(at[0] + dy)} ${n(at[1] - dx)}Z`,
    )
  }
  return parts.join('')
}
