import { mix } from './colour.ts'
import { stipple, stroke, swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import { createNoise, createRng, fbm } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import {
  addCircle,
  addEllipse,
  addPath,
  closedPath,
  fillSheet,
  n,
  radialGradient,
  verticalGradient,
} from './sheet.ts'

export type Moon = { x: number; y: number; r: number }
export type SkyOptions = {
  seed: number
  palette: Palette
  horizon: number
  moon: Moon
  cloud?: number
}

/** Sky down to the horizon: wash, stars, clouds cut in long lines, the moon with its halo. */
export function drawSky(sheet: Sheet, options: SkyOptions): void {
  const { palette, horizon, moon } = options
  fillSheet(
    sheet,
    verticalGradient(sheet, 0, horizon, [
      [0, palette.sky[0]],
      [0.5, palette.sky[1]],
      [1, palette.sky[2]],
    ]),
  )
  const reach = sheet.height * 0.95
  addCircle(sheet, moon.x, moon.y, reach, {
    fill: radialGradient(sheet, moon.x, moon.y, reach, [
      [0, palette.glow, 0.5],
      [0.18, palette.glow, 0.24],
      [0.5, palette.glow, 0.07],
      [1, palette.glow, 0],
    ]),
  })
  drawStars(sheet, options)
  drawHalo(sheet, options)
  drawMoon(sheet, options)
  drawClouds(sheet, options)
}

function drawStars(sheet: Sheet, { seed, palette, horizon, moon }: SkyOptions): void {
  const rng = createRng(seed + 11)
  const count = Math.round(((sheet.width * horizon) / 2600) * palette.stars)
  const bright: string[] = []
  const dust = stipple(
    rng,
    count,
    () => [rng.range(0, sheet.width), horizon * rng.next() ** 1.5],
    ([x, y]) => {
      const near = Math.hypot(x - moon.x, y - moon.y)
      const size = near < moon.r * 3 ? 0 : rng.range(0.35, 1.15) * (1 - (y / horizon) * 0.6)
      if (size > 1.02 && rng.chance(0.5)) {
        const arm = rng.range(3, 5.5)
        bright.push(
          stroke([x - arm, y], [x + arm, y], 0.6),
          stroke([x, y - arm], [x, y + arm], 0.6),
        )
      }
      return size
    },
  )
  addPath(sheet, dust, { fill: palette.moon, opacity: 0.75 })
  addPath(sheet, bright.join(''), { fill: palette.moon, opacity: 0.85 })
}

function drawHalo(sheet: Sheet, { seed, palette, moon }: SkyOptions): void {
  const noise = createNoise(seed + 3)
  const lines: string[] = []
  for (let ring = 0; ring < 15; ring += 1) {
    const radius = moon.r * (1.24 + ring * 0.2 + ring * ring * 0.008)
    const points: Point[] = []
    const widths: number[] = []
    const steps = 150
    for (let i = 0; i <= steps; i += 1) {
      const angle = (i / steps) * Math.PI * 2 + ring
      const wobble = noise(ring * 5.1, Math.cos(angle) * 2 + 9) * 1.2
      points.push([
        moon.x + Math.cos(angle) * (radius + wobble),
        moon.y + Math.sin(angle) * (radius + wobble),
      ])
      const gap = fbm(noise, Math.cos(angle) * 1.6 + ring * 0.7, Math.sin(angle) * 1.6, 3)
      widths.push((1.5 - ring * 0.08) * (0.55 + gap * 1.9))
    }
    lines.push(swell(points, widths))
  }
  addPath(sheet, lines.join(''), { fill: palette.glow, opacity: 0.5 })
}

function drawMoon(sheet: Sheet, { seed, palette, moon }: SkyOptions): void {
  const { x, y, r } = moon
  addCircle(sheet, x, y, r * 1.9, {
    fill: radialGradient(sheet, x, y, r * 1.9, [
      [0.45, palette.moon, 0.5],
      [1, palette.moon, 0],
    ]),
  })
  addCircle(sheet, x, y, r, {
    fill: radialGradient(sheet, x - r * 0.3, y - r * 0.3, r * 1.6, [
      [0, palette.moon],
      [0.75, mix(palette.moon, palette.glow, 0.35)],
      [1, mix(palette.moon, palette.glow, 0.7)],
    ]),
  })
  const noise = createNoise(seed + 29)
  const seas: string[] = []
  for (let row = -0.9; row <= 0.9; row += 3.2 / Math.max(28, r)) {
    const half = Math.sqrt(1 - row * row) * 0.96
    const points: Point[] = []
    const widths: number[] = []
    for (let i = 0; i <= 52; i += 1) {
      const u = -half + (2 * half * i) / 52
      points.push([x + u * r, y + row * r + u * u * r * 0.05])
      const sea = fbm(noise, u * 1.25 + 4.3, row * 1.25 + 0.4, 2)
      const rim = Math.max(0, Math.hypot(u + 0.22, row + 0.22) - 0.72) * 2.4
      widths.push(Math.min(1.2, Math.max(0, sea * 1.7 + 0.1) + rim))
    }
    seas.push(swell(points, widths))
  }
  addPath(sheet, seas.join(''), { fill: mix(palette.glow, palette.sky[2], 0.45), opacity: 0.6 })
}

function drawClouds(sheet: Sheet, { seed, palette, horizon, moon, cloud = 1 }: SkyOptions): void {
  const rng = createRng(seed + 71)
  const noise = createNoise(seed + 5)
  const count = Math.round((sheet.width / 300) * cloud)
  for (let i = 0; i < count; i += 1) {
    const cy = horizon * (0.18 + 0.78 * ((i + rng.next()) / count))
    const depth = cy / horizon
    const cx = rng.range(-0.05, 1.05) * sheet.width
    const w = rng.range(0.14, 0.36) * Math.max(sheet.width, 1000)
    const h = rng.range(10, 26) * (1.15 - depth * 0.75)
    const base = mix(palette.sky[1], palette.sky[2], depth * 0.9)
    const top: Point[] = []
    const under: Point[] = []
    for (let s = 0; s <= 40; s += 1) {
      const u = s / 40
      const body = Math.sin(Math.PI * u) ** 0.7
      const x = cx + (u - 0.5) * w
      top.push([x, cy - body * h * (0.55 + fbm(noise, u * 6 + i * 13, i, 3))])
      under.unshift([x, cy + body * h * 0.22 * (1 + fbm(noise, u * 4, i * 3, 2))])
    }
    addPath(sheet, closedPath([...top, ...under]), { fill: base, opacity: 0.55 })
    const lines: string[] = []
    const rows = Math.max(3, Math.round(h / 3.4))
    for (let row = 0; row <= rows; row += 1) {
      const points: Point[] = []
      const widths: number[] = []
      for (let s = 0; s <= 40; s += 1) {
        const upper = top[s]
        const lower = under[40 - s]
        if (!upper || !lower) continue
        const t = row / rows
        points.push([upper[0], upper[1] * (1 - t) + lower[1] * t])
        const near = Math.max(
          0,
          1 - Math.hypot(upper[0] - moon.x, cy - moon.y) / (sheet.width * 0.42),
        )
        const broken = 0.5 + fbm(noise, s * 0.22 + i * 7, row * 1.7, 2) * 1.8
        widths.push(broken * (0.45 + near * 1.5) * (row === 0 ? 1.25 : 1 - t * 0.6))
      }
      lines.push(swell(points, widths, 0.3))
    }
    addPath(sheet, lines.join(''), {
      fill: mix(palette.glow, palette.sky[2], 0.4),
      opacity: Number(n(0.35 + depth * 0.25)),
    })
  }
}

/** A veil of mist lying over everything drawn so far. */
export function drawMist(
  sheet: Sheet,
  y: number,
  spread: number,
  colour: string,
  opacity: number,
): void {
  addEllipse(sheet, sheet.width / 2, y, sheet.width * 0.85, spread, {
    fill: verticalGradient(sheet, y - spread, y + spread, [
      [0, colour, 0],
      [0.5, colour, opacity],
      [1, colour, 0],
    ]),
  })
}
