import { mix } from './colour.ts'
import { stroke } from './engrave.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import { createRng } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, closedPath, n } from './sheet.ts'
import { cutTone } from './tone.ts'

export type Roof = 'cone' | 'crown' | 'dome' | 'hip' | 'none'
export type TowerOptions = {
  x: number
  base: number
  w: number
  h: number
  roof: Roof
  seed: number
  palette: Palette
  depth: number
  lightSide?: 1 | -1
  lit?: number
  flag?: boolean
}

export function depthFill(palette: Palette, depth: number): string {
  return depth > 0.5
    ? mix(palette.land, palette.fog, depth * 2 - 1)
    : mix(palette.dark, palette.land, depth * 2)
}

/** A stone tower with courses cut on its lit side, a gallery, a roof and lit windows. */
export function drawTower(sheet: Sheet, options: TowerOptions): void {
  const { x, base, w, h, palette, depth, lightSide = 1, lit = 0.4 } = options
  const rng = createRng(options.seed)
  const fill = depthFill(palette, depth)
  const line = mix(palette.lit, palette.fog, depth * 0.6)
  const top = base - h
  const half = w / 2
  const body = closedPath([
    [x - half * 1.12, base],
    [x - half, top],
    [x + half, top],
    [x + half * 1.12, base],
  ])
  addPath(sheet, body, { fill })
  const strength = 0.62 - depth * 0.25
  cutTone(sheet, {
    clip: body,
    box: { x: x - half * 1.15, y: top, w: w * 1.15, h },
    gap: Math.max(3.2, w * 0.055),
    colour: line,
    opacity: 0.7,
    bend: (px) => ((px - x) / half) ** 2 * -w * 0.05,
    tone: (px) =>
      (((px - x) / half) * lightSide * 0.75 + 0.08) * strength + (rng.next() - 0.5) * 0.12,
  })
  const band = w * 0.1
  const gallery = closedPath([
    [x - half * 1.2, top + band],
    [x - half * 1.2, top - band * 0.4],
    [x + half * 1.2, top - band * 0.4],
    [x + half * 1.2, top + band],
    [x + half * 0.95, top + band * 2.2],
    [x - half * 0.95, top + band * 2.2],
  ])
  addPath(sheet, gallery, { fill, stroke: line, width: Math.max(0.5, w * 0.012), opacity: 1 })
  drawRoof(sheet, options, fill, line, top - band * 0.4)
  drawWindows(sheet, options, rng, top + band * 2.5, lit)
}

function drawRoof(
  sheet: Sheet,
  { x, w, roof, palette, depth, lightSide = 1, flag }: TowerOptions,
  fill: string,
  line: string,
  y: number,
): void {
  const half = w * 0.58
  const rise =
    roof === 'cone' ? w * 1.5 : roof === 'hip' ? w * 0.85 : roof === 'dome' ? w * 0.7 : w * 0.22
  const shapes: Record<Roof, string> = {
    cone: closedPath([
      [x - half * 1.1, y],
      [x, y - rise],
      [x + half * 1.1, y],
    ]),
    hip: closedPath([
      [x - half * 1.15, y],
      [x - half * 0.35, y - rise],
      [x + half * 0.35, y - rise],
      [x + half * 1.15, y],
    ]),
    dome: `M${n(x - half)} ${n(y)}C${n(x - half * 1.1)} ${n(y - rise * 0.9)} ${n(x - half * 0.3)} ${n(y - rise)} ${n(x)} ${n(y - rise * 1.45)}C${n(x + half * 0.3)} ${n(y - rise)} ${n(x + half * 1.1)} ${n(y - rise * 0.9)} ${n(x + half)} ${n(y)}Z`,
    crown: crenels(x, y, half * 1.03, rise),
    none: '',
  }
  const d = shapes[roof]
  addPath(sheet, d, { fill: mix(fill, palette.dark, 0.35) })
  cutTone(sheet, {
    clip: d,
    box: { x: x - half * 1.2, y: y - rise * 1.5, w: half * 2.4, h: rise * 1.5 },
    angle: Math.PI / 2 + lightSide * 0.22,
    gap: Math.max(3, w * 0.06),
    colour: line,
    opacity: 0.85,
    tone: (px) => (0.16 + ((px - x) / half) * lightSide * 0.8) * (0.75 - depth * 0.3),
  })
  const tip = y - (roof === 'dome' ? rise * 1.45 : rise)
  if (roof === 'cone' || roof === 'dome' || flag) {
    const mast = w * 0.35
    addPath(sheet, stroke([x, tip + 2], [x, tip - mast], Math.max(0.6, w * 0.02)), { fill: line })
    if (flag) {
      const f = w * 0.5 * -lightSide
      addPath(
        sheet,
        `M${n(x)} ${n(tip - mast)}q${n(f * 0.5)} ${n(-w * 0.06)} ${n(f)} ${n(w * 0.06)}l${n(-f * 0.25)} ${n(w * 0.08)}l${n(f * 0.2)} ${n(w * 0.1)}q${n(-f * 0.5)} ${n(-w * 0.1)} ${n(-f * 0.95)} ${n(-w * 0.03)}Z`,
        { fill: mix('#a63a24', fill, depth * 0.7) },
      )
    }
  }
}

function crenels(x: number, y: number, half: number, rise: number): string {
  const points: Point[] = [[x - half, y]]
  const teeth = 5
  for (let i = 0; i < teeth; i += 1) {
    const a = x - half + ((2 * half) / (teeth - 0.5)) * i
    const b = a + half / (teeth - 0.5)
    points.push(
      [a, y - rise],
      [b, y - rise],
      [b, y - rise * 0.4],
      [b + half / (teeth - 0.5), y - rise * 0.4],
    )
  }
  points.splice(-2, 2, [x + half, y - rise], [x + half, y - rise])
  points.push([x + half, y])
  return closedPath(points)
}

export function arch(x: number, y: number, w: number, h: number): string {
  return `M${n(x - w / 2)} ${n(y)}v${n(-h + w / 2)}a${n(w / 2)} ${n(w / 2)} 0 0 1 ${n(w)} 0v${n(h - w / 2)}Z`
}

function drawWindows(
  sheet: Sheet,
  { x, base, w, palette, depth }: TowerOptions,
  rng: ReturnType<typeof createRng>,
  from: number,
  lit: number,
): void {
  const size = Math.max(2.2, w * 0.1)
  const bright: string[] = []
  const dark: string[] = []
  for (let y = from + size * 2; y < base - size * 3; y += size * 3.6) {
    for (const side of [-0.28, 0.04, 0.32]) {
      if (!rng.chance(0.5)) continue
      const wx = x + side * w
      const wy = y + rng.range(-0.6, 0.6) * size
      if (rng.chance(lit)) {
        if (depth < 0.6 && w > 30) drawGlow(sheet, wx, wy - size, size * 4.5, palette.lamp, 0.4)
        bright.push(arch(wx, wy, size, size * 1.9))
      } else dark.push(arch(wx, wy, size, size * 1.9))
    }
  }
  addPath(sheet, dark.join(''), { fill: palette.dark, opacity: 0.75 })
  addPath(sheet, bright.join(''), { fill: mix(palette.lamp, palette.fog, depth * 0.35) })
}
