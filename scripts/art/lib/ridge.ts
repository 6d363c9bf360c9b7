import { mix } from './colour.ts'
import { swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import { createNoise, createRng, fbm, ridged } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, closedPath, verticalGradient } from './sheet.ts'
import type { Moon } from './sky.ts'

export type RidgeOptions = {
  seed: number
  palette: Palette
  base: number
  rise: number
  /** 1 far and hazy, 0 near and dark. */
  depth: number
  /** 0 rolling hills, 1 sharp peaks. */
  peak: number
  moon: Moon
  /** Horizontal size of the features in px. */
  spread?: number
  /** Extra height along the width (0..1 of the sheet), for a composed outline. */
  shape?: (u: number) => number
}

/** A range of hills as one cut-out, hatched along its fall lines on the side that faces the moon. */
export function drawRidge(sheet: Sheet, options: RidgeOptions): void {
  const { seed, palette, base, rise, depth, peak, moon, spread = 260 } = options
  const noise = createNoise(seed)
  const rng = createRng(seed + 7)
  const crest = (x: number): number => {
    const u = x / spread
    const sharp = ridged(noise, u, seed * 0.01, 4) - 0.35
    const soft = 0.35 + fbm(noise, u * 0.8, 4, 3) * 0.7
    return (
      base - rise * (sharp * peak + soft * (1 - peak) + (options.shape?.(x / sheet.width) ?? 0))
    )
  }
  const outline: Point[] = []
  for (let x = -6; x <= sheet.width + 6; x += 3) outline.push([x, crest(x)])
  const body =
    depth > 0.5
      ? mix(palette.land, palette.fog, depth * 2 - 1)
      : mix(palette.dark, palette.land, depth * 2)
  const foot = mix(body, palette.fog, 0.55)
  const low = base + rise * 0.35
  addPath(sheet, closedPath([...outline, [sheet.width + 6, sheet.height], [-6, sheet.height]]), {
    fill: verticalGradient(sheet, base - rise, low, [
      [0, body],
      [1, foot],
    ]),
  })
  const lines: string[] = []
  for (let x = -40; x < sheet.width + 40; x += 4.6) {
    const slope = (crest(x + 5) - crest(x - 5)) / 10
    const toMoon = x < moon.x ? -slope : slope
    const lit = Math.max(0, 0.28 - toMoon * (x < moon.x ? -1 : -1) * 0.9)
    const drift = slope * 0.9 + (x < moon.x ? -0.15 : 0.15)
    const length = rise * rng.range(0.12, 0.46) * (0.6 + lit)
    const points: Point[] = []
    const widths: number[] = []
    let px = x
    let py = crest(x) + 1.2
    for (let i = 0; i <= 8; i += 1) {
      points.push([px, py])
      widths.push((0.35 + lit * 1.6) * (1 - i / 8))
      px += (length / 8) * (drift + noise(px * 0.05, i * 0.6) * 0.35)
      py += length / 8
    }
    lines.push(swell(points, widths, 0.18))
  }
  const rim = swell(
    outline,
    outline.map(([x], i) => 0.7 + noise(x * 0.02, i * 0.02) * 0.8),
    0.2,
  )
  addPath(sheet, lines.join('') + rim, {
    fill: mix(palette.lit, palette.fog, depth * 0.5),
    opacity: 0.6 - depth * 0.15,
  })
}
