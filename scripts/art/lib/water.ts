import { mix } from './colour.ts'
import { stroke, swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import { createNoise, createRng, fbm } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, verticalGradient } from './sheet.ts'

export type WaterOptions = {
  seed: number
  palette: Palette
  top: number
  moonX: number
  /** Lamps that throw a broken column of light down the water. */
  lamps?: readonly { x: number; y: number; strength: number }[]
}

/** Still water from `top` to the lower edge, cut in level lines that open where the moon and lamps shine. */
export function drawWater(
  sheet: Sheet,
  { seed, palette, top, moonX, lamps = [] }: WaterOptions,
): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const deep = mix(palette.water, palette.dark, 0.7)
  addPath(sheet, `M0 ${top}H${w}V${h}H0Z`, {
    fill: verticalGradient(sheet, top, h, [
      [0, mix(palette.water, palette.sky[2], 0.55)],
      [0.25, palette.water],
      [1, deep],
    ]),
  })
  const plain: string[] = []
  const warm: string[] = []
  let y = top + 2
  while (y < h) {
    const t = (y - top) / (h - top)
    const gap = 3 + t * 6
    const points: Point[] = []
    const widths: number[] = []
    const lampWidths: number[] = []
    for (let x = -4; x <= w + 8; x += 6) {
      const wave = fbm(noise, x * (0.012 - t * 0.007), y * 0.09, 3)
      points.push([x, y + wave * gap * 0.7])
      const ripple = Math.max(0, fbm(noise, x * (0.02 - t * 0.012), y * 0.23 + 50, 3) + 0.12)
      const path = Math.exp(-(((x - moonX) / (w * 0.02 + (y - top) * 0.3)) ** 2))
      widths.push(Math.min(gap * 0.55, ripple * (0.9 + path * 6)))
      const lamp = lamps.reduce((sum, l) => {
        const fall = Math.max(0, 1 - (y - l.y) / (h * 0.32))
        return y > l.y
          ? sum + l.strength * fall * Math.exp(-(((x - l.x) / (3 + (y - l.y) * 0.06)) ** 2))
          : sum
      }, 0)
      lampWidths.push(Math.min(gap * 0.6, Math.max(0, ripple + 0.15) * lamp * 6))
    }
    plain.push(swell(points, widths, 0.3))
    warm.push(swell(points, lampWidths, 0.4))
    y += gap
  }
  addPath(sheet, plain.join(''), { fill: palette.lit, opacity: 0.6 })
  addPath(sheet, warm.join(''), { fill: palette.lamp, opacity: 0.9 })
}

/** A clump of reeds with a few seed heads; (x, y) is its foot. */
export function drawReeds(
  sheet: Sheet,
  x: number,
  y: number,
  size: number,
  palette: Palette,
  seed: number,
  lightSide = 1,
): void {
  const rng = createRng(seed)
  const dark: string[] = []
  const lit: string[] = []
  const heads: string[] = []
  const count = Math.round(12 + size * 0.06)
  for (let k = 0; k < count; k += 1) {
    const fx = x + rng.range(-0.5, 0.5) * size * 0.7
    const tall = size * rng.range(0.35, 1)
    const lean = rng.range(-0.28, 0.34) * tall
    const tip: Point = [fx + lean, y - tall]
    const width = Math.max(0.9, size * 0.011)
    dark.push(stroke([fx, y + 4], tip, width, lean * 0.15))
    if (rng.chance(0.45))
      lit.push(
        stroke(
          [fx + lightSide * width * 0.6, y],
          [tip[0] + lightSide * width * 0.4, tip[1] + 2],
          width * 0.35,
          lean * 0.15,
        ),
      )
    if (rng.chance(0.25))
      heads.push(
        stroke(
          [tip[0] - lean * 0.02, tip[1] + size * 0.14],
          [tip[0] + lean * 0.03, tip[1] - size * 0.02],
          size * 0.022,
        ),
      )
  }
  addPath(sheet, dark.join('') + heads.join(''), { fill: palette.dark })
  addPath(sheet, lit.join(''), { fill: palette.lit, opacity: 0.65 })
  addPath(sheet, heads.join(''), { stroke: palette.lit, width: 0.7, opacity: 0.5 })
}
