import { mix } from './colour.ts'
import { swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import { createNoise, createRng, fbm } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, fillSheet, n, radialGradient } from './sheet.ts'

/** A table top of long planks seen from above, its grain cut in flowing lines, lit around (lx, ly). */
export function drawPlanks(
  sheet: Sheet,
  palette: Palette,
  seed: number,
  lx: number,
  ly: number,
  wood = '#4a3226',
): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const rng = createRng(seed)
  const reach = Math.hypot(w, h) * 0.62
  fillSheet(
    sheet,
    radialGradient(sheet, lx, ly, reach, [
      [0, mix(wood, palette.lamp, 0.22)],
      [0.45, mix(wood, palette.dark, 0.25)],
      [1, mix(wood, palette.dark, 0.82)],
    ]),
  )
  const board = h / 6
  const knots = Array.from({ length: 7 }, () => [rng.range(0, w), rng.range(0, h)] as const)
  const light: string[] = []
  for (let y = -10; y < h + 10; y += 5.5) {
    const points: Point[] = []
    const widths: number[] = []
    const plank = Math.floor(y / board)
    for (let x = -10; x <= w + 10; x += 9) {
      let off = fbm(noise, x * 0.0035 + plank * 31, y * 0.02, 3) * 16
      for (const [kx, ky] of knots) {
        const dx = (x - kx) / 60
        const dy = (y - ky) / 26
        off += Math.sign(dy || 1) * 17 * Math.exp(-(dx * dx) - dy * dy * 0.6)
      }
      points.push([x, y + off * 0.8])
      const near = Math.max(0, 1 - Math.hypot(x - lx, y - ly) / reach)
      widths.push((0.35 + fbm(noise, x * 0.01, y * 0.11 + plank * 9, 2) * 1.5) * near * 2.4)
    }
    light.push(swell(points, widths, 0.3))
  }
  addPath(sheet, light.join(''), { fill: mix(palette.lamp, wood, 0.35), opacity: 0.5 })
  for (let k = 1; k < 6; k += 1)
    addPath(sheet, `M0 ${n(k * board)}H${w}`, { stroke: palette.dark, width: 3.4, opacity: 0.9 })
  for (let k = 1; k < 6; k += 1)
    addPath(sheet, `M0 ${n(k * board + 2.6)}H${w}`, {
      stroke: mix(palette.lamp, wood, 0.5),
      width: 0.8,
      opacity: 0.5,
    })
}

/** A dim room or night air behind a close subject: rings of broken lines around a light. */
export function drawAir(
  sheet: Sheet,
  palette: Palette,
  seed: number,
  lx: number,
  ly: number,
  ring = 1,
): void {
  const { width: w, height: h } = sheet
  const reach = Math.hypot(w, h) * 0.7
  fillSheet(
    sheet,
    radialGradient(sheet, lx, ly, reach, [
      [0, mix(palette.sky[2], palette.glow, 0.35)],
      [0.3, palette.sky[2]],
      [0.65, palette.sky[1]],
      [1, palette.sky[0]],
    ]),
  )
  const noise = createNoise(seed)
  const lines: string[] = []
  let r = 30
  let k = 0
  while (r < reach * 1.1) {
    const points: Point[] = []
    const widths: number[] = []
    const steps = Math.round(60 + r * 0.5)
    for (let i = 0; i <= steps; i += 1) {
      const a = (i / steps) * Math.PI * 2
      const px = lx + Math.cos(a) * r
      const py = ly + Math.sin(a) * r
      points.push([px, py])
      widths.push(
        Math.max(
          0,
          (0.5 + fbm(noise, Math.cos(a) * 2.4 + k * 0.21, Math.sin(a) * 2.4, 3) * 2.2) *
            (2.6 - (r / reach) * 2.2),
        ) * ring,
      )
    }
    lines.push(swell(points, widths, 0.3))
    r += 8 + r * 0.012
    k += 1
  }
  addPath(sheet, lines.join(''), { fill: palette.glow, opacity: 0.3 })
}

/** Darkens the corners so that the subject holds the eye. */
export function drawVignette(sheet: Sheet, colour: string, strength = 0.6): void {
  const { width: w, height: h } = sheet
  fillSheet(
    sheet,
    radialGradient(sheet, w / 2, h / 2, Math.hypot(w, h) * 0.56, [
      [0.5, colour, 0],
      [1, colour, strength],
    ]),
  )
}

/** A soft cast shadow of an object lying on a table. */
export function dropShadow(
  sheet: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  turn = 0,
  colour = '#0a0709',
): void {
  sheet.body.push(
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${turn}) scale(1 ${n((ry / rx) * 100) === '0' ? '0.1' : (ry / rx).toFixed(3)})"><circle r="${n(rx)}" fill="${radialGradient(
      sheet,
      0,
      0,
      rx,
      [
        [0, colour, 0.85],
        [0.55, colour, 0.6],
        [1, colour, 0],
      ],
    )}"/></g>`,
  )
}
