import { mix } from './colour.ts'
import { stroke, swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import type { Rng } from './rng.ts'
import { createRng } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addCircle, addPath, radialGradient, smoothClosed } from './sheet.ts'

export type TreeOptions = {
  x: number
  y: number
  /** Height in px. */
  size: number
  seed: number
  palette: Palette
  /** 0 close and dark, 1 lost in the haze. */
  depth: number
  lean?: number
  apples?: string
  appleCount?: number
  /** Direction of the light along x: 1 right, -1 left. */
  lightSide?: number
  /** Length of roots hanging below the foot, in parts of the size. */
  roots?: number
  bare?: boolean
}

type Limb = { points: Point[]; widths: number[] }

function grow(
  rng: Rng,
  at: Point,
  angle: number,
  length: number,
  width: number,
  level: number,
  out: Limb[],
  tips: Point[],
): void {
  const steps = 7
  const points: Point[] = [at]
  const widths: number[] = [width]
  let [x, y] = at
  let heading = angle
  for (let i = 1; i <= steps; i += 1) {
    heading += rng.range(-0.26, 0.26) - (heading + Math.PI / 2) * 0.03
    x += (Math.cos(heading) * length) / steps
    y += (Math.sin(heading) * length) / steps
    points.push([x, y])
    widths.push(width * (1 - (i / steps) * 0.45))
  }
  out.push({ points, widths })
  if (level <= 2) tips.push([x, y])
  if (level === 1) tips.push([(at[0] + x) / 2, (at[1] + y) / 2])
  if (level === 0) return
  const forks = level > 2 ? 3 : rng.int(2, 3)
  for (let k = 0; k < forks; k += 1) {
    const spread = (k / (forks - 1) - 0.5) * 1.75 + rng.range(-0.25, 0.25)
    grow(
      rng,
      [x, y],
      heading + spread,
      length * rng.range(0.58, 0.76),
      width * 0.56,
      level - 1,
      out,
      tips,
    )
  }
}

/** An old apple tree: crooked limbs, a crown of leaf marks lit from one side, apples, roots in the open air if asked. */
export function drawAppleTree(sheet: Sheet, options: TreeOptions): void {
  const { x, y, size, palette, depth, lightSide = 1 } = options
  const rng = createRng(options.seed)
  const wood =
    depth > 0.5
      ? mix(palette.land, palette.fog, depth * 1.6 - 0.8)
      : mix(palette.dark, palette.land, depth * 1.7)
  const limbs: Limb[] = []
  const tips: Point[] = []
  const levels = size > 120 ? 4 : 3
  grow(
    rng,
    [x, y],
    -Math.PI / 2 + (options.lean ?? 0),
    size * 0.32,
    size * 0.075,
    levels,
    limbs,
    tips,
  )
  if (options.roots) drawRoots(sheet, options, rng, wood)
  const flare = swell(
    [
      [x - size * 0.002, y + size * 0.03],
      [x, y - size * 0.02],
      [x, y - size * 0.1],
    ],
    [size * 0.16, size * 0.1, size * 0.07],
  )
  addPath(sheet, flare, { fill: wood })
  addPath(sheet, limbs.map((limb) => swell(limb.points, limb.widths, 0.1)).join(''), { fill: wood })
  const rim = limbs
    .filter((limb) => (limb.widths[0] ?? 0) > 2.5)
    .map((limb) =>
      swell(
        limb.points.map(
          ([px, py], i) => [px + lightSide * (limb.widths[i] ?? 0) * 0.28, py] as const,
        ),
        limb.widths.map((w, i) => Math.min(1.8, w * (0.12 + 0.06 * (i % 2)))),
      ),
    )
    .join('')
  addPath(sheet, rim, { fill: palette.lit, opacity: 0.7 - depth * 0.45 })
  if (!options.bare) drawCrown(sheet, options, rng, tips, wood)
  if (options.apples) drawApples(sheet, options, rng, tips)
}

function drawCrown(
  sheet: Sheet,
  { size, palette, depth, lightSide = 1 }: TreeOptions,
  rng: Rng,
  tips: readonly Point[],
  wood: string,
): void {
  const fill = mix(wood, palette.leaf, 0.3 - depth * 0.2)
  const blobs: string[] = []
  const shade: string[] = []
  const bright: string[] = []
  const leaf = Math.max(1.4, Math.min(7, size * 0.024))
  for (const [tx, ty] of tips) {
    const r = size * rng.range(0.06, 0.105)
    const ring: Point[] = []
    for (let k = 0; k < 9; k += 1) {
      const angle = (k / 9) * Math.PI * 2
      const reach = r * rng.range(0.75, 1.2)
      ring.push([tx + Math.cos(angle) * reach * 1.15, ty + Math.sin(angle) * reach * 0.85])
    }
    blobs.push(smoothClosed(ring))
    const marks = Math.round(Math.min(26, 6 + r * 0.6))
    for (let k = 0; k < marks; k += 1) {
      const angle = rng.range(0, Math.PI * 2)
      const reach = r * Math.sqrt(rng.next())
      const px = tx + Math.cos(angle) * reach * 1.2
      const py = ty + Math.sin(angle) * reach * 0.9
      const lit = (px - tx) * lightSide * 0.7 - (py - ty) > r * 0.05
      const turn = angle + rng.range(-0.9, 0.9)
      const mark = stroke(
        [px, py],
        [px + Math.cos(turn) * leaf * 1.5, py + Math.sin(turn) * leaf * 0.9],
        leaf * (lit ? 0.3 : 0.42),
        leaf * 0.25,
      )
      ;(lit ? bright : shade).push(mark)
    }
  }
  addPath(sheet, blobs.join(''), { fill })
  addPath(sheet, shade.join(''), { fill: mix(fill, palette.leaf, 0.45), opacity: 0.8 })
  addPath(sheet, bright.join(''), {
    fill: mix(palette.lit, palette.leaf, 0.3),
    opacity: 0.85 - depth * 0.5,
  })
}

function drawApples(sheet: Sheet, options: TreeOptions, rng: Rng, tips: readonly Point[]): void {
  const { size, depth } = options
  const colour = options.apples ?? options.palette.lamp
  const count = options.appleCount ?? 12
  for (let i = 0; i < count; i += 1) {
    const [tx, ty] = rng.pick(tips)
    const ax = tx + rng.range(-0.07, 0.07) * size
    const ay = ty + rng.range(0, 0.08) * size
    const r = Math.max(1.1, size * 0.0135)
    if (r > 1.6) {
      addCircle(sheet, ax, ay, r * 4, {
        fill: radialGradient(sheet, ax, ay, r * 4, [
          [0, colour, 0.4],
          [1, colour, 0],
        ]),
      })
    }
    addCircle(sheet, ax, ay, r, { fill: colour, opacity: 1 - depth * 0.35 })
  }
}

function drawRoots(
  sheet: Sheet,
  { x, y, size, palette, depth, roots = 0, lightSide = 1 }: TreeOptions,
  rng: Rng,
  wood: string,
): void {
  const dark: string[] = []
  const rim: string[] = []
  const count = 9
  for (let k = 0; k < count; k += 1) {
    const side = (k / (count - 1) - 0.5) * 2
    const points: Point[] = []
    const widths: number[] = []
    const length = size * roots * rng.range(0.5, 1.1)
    let px = x + side * size * 0.05
    let py = y - size * 0.02
    let heading = Math.PI / 2 - side * 1.2
    const first = size * rng.range(0.022, 0.04)
    for (let i = 0; i <= 12; i += 1) {
      points.push([px, py])
      widths.push(first * (1 - i / 12.5))
      heading += rng.range(-0.38, 0.38) + (Math.PI / 2 - heading) * 0.16
      px += (Math.cos(heading) * length) / 12
      py += (Math.sin(heading) * length) / 12
    }
    dark.push(swell(points, widths, 0.2))
    rim.push(
      swell(
        points.map(([a, b], i) => [a + lightSide * (widths[i] ?? 0) * 0.3, b] as const),
        widths.map((w) => Math.min(1.3, w * 0.22)),
        0.2,
      ),
    )
  }
  addPath(sheet, dark.join(''), { fill: wood })
  addPath(sheet, rim.join(''), { fill: palette.lit, opacity: 0.6 - depth * 0.4 })
}
