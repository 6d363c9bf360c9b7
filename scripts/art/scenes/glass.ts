import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import type { Palette } from '../lib/palette.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm, ridged } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, fillSheet, openPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import type { View } from '../lib/terrain.ts'
import { drawTerrain, project } from '../lib/terrain.ts'
import { cutTone } from '../lib/tone.ts'
import { drawKeelsled } from '../lib/vessels.ts'
import type { SceneOptions } from './orchard.ts'

export type GlassOptions = SceneOptions & {
  focus?: number
  storm?: boolean
  sled?: number
  sledAt?: number
  far?: boolean
  furled?: boolean
}

/** The Sea of Glass: a bay frozen into green glass, crossed by a keelsled. */
export function drawGlassSea(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.7,
    storm = false,
    sled = 0.34,
    sledAt = 0.04,
    far = true,
    furled = false,
  }: GlassOptions,
): void {
  const { width: w, height: h } = sheet
  const horizon = h * 0.52
  const noise = createNoise(seed)
  const rng = createRng(seed)
  const moon = { x: w * (focus - 0.1), y: h * (storm ? 0.2 : 0.33), r: h * 0.09 }
  drawSky(sheet, { seed, palette, horizon, moon, cloud: storm ? 4 : 1.2 })
  if (storm) {
    drawStormBank(sheet, palette, horizon, seed)
    drawLightning(sheet, w * (focus + 0.13), horizon, palette.moon, seed)
  }
  drawRidge(sheet, {
    seed: seed + 8,
    palette,
    base: horizon,
    rise: h * 0.12,
    depth: 0.92,
    peak: 0.8,
    moon,
    spread: w * 0.16,
    shape: (u) => (u > focus ? 0.5 : -0.15),
  })
  drawMist(sheet, horizon, h * 0.05, palette.glow, 0.28)
  const view: View = { centre: w * focus, horizon, focal: h, eye: 3 }
  const height = (x: number, z: number): number =>
    (ridged(noise, x * 0.16 + z * 0.05, z * 0.3, 3) - 0.4) * (storm ? 1.0 : 0.55) +
    fbm(noise, x * 0.9, z * 1.3, 2) * 0.08
  drawTerrain(sheet, {
    view,
    height,
    near: 5.6,
    far: 160,
    rows: 210,
    palette,
    seed,
    ambient: 0.03,
    light: [0.4, 0.28, 0.75],
    shine: (x, y) => {
      const spread = w * 0.025 + (y - horizon) * 0.34
      return Math.exp(-(((x - moon.x) / spread) ** 2)) * 0.75
    },
    colours: (depth) => ({
      fill: mix(mix(palette.dark, palette.water, 0.75), palette.fog, depth ** 2.2),
      line: mix(palette.lit, palette.glow, depth * 0.5),
    }),
  })
  drawCracks(sheet, view, palette.lit, seed)
  if (far) {
    drawKeelsled(sheet, {
      x: w * (focus + 0.2),
      y: horizon + h * 0.055,
      size: h * 0.07,
      palette,
      facing: -1,
      reflect: true,
    })
    drawKeelsled(sheet, {
      x: w * (focus - 0.24),
      y: horizon + h * 0.035,
      size: h * 0.045,
      palette,
      reflect: true,
    })
  }
  drawKeelsled(sheet, {
    x: w * (focus + sledAt),
    y: h * 0.8,
    size: h * sled,
    palette,
    facing: storm ? 1 : -1,
    tilt: storm ? 9 : 2,
    reflect: true,
    furled,
  })
  const spray: string[] = []
  for (let k = 0; k < 60; k += 1) {
    const x = w * (focus + sledAt) + (storm ? -1 : 1) * h * sled * rng.range(0.3, 1.7)
    const y = h * 0.8 - Math.abs(rng.range(-1, 1) * rng.range(0, 1)) * h * 0.06
    spray.push(stroke([x, y], [x + (storm ? -1 : 1) * rng.range(6, 22), y - rng.range(-1, 5)], 0.9))
  }
  addPath(sheet, spray.join(''), { fill: palette.moon, opacity: 0.7 })
  if (storm) {
    const rain: string[] = []
    for (let k = 0; k < (w * h) / 1500; k += 1) {
      const x = rng.range(-50, w)
      const y = rng.range(0, h)
      const l = rng.range(12, 42)
      rain.push(stroke([x, y], [x + l * 0.45, y + l], 1.1))
    }
    addPath(sheet, rain.join(''), { fill: palette.moon, opacity: 0.42 })
    fillSheet(sheet, palette.sky[0], 0.22)
  }
}

/** Long hairline cracks with side branches, lying flat on the glass. */
function drawCracks(sheet: Sheet, view: View, colour: string, seed: number): void {
  const rng = createRng(seed + 77)
  const lines: string[] = []
  for (let k = 0; k < 16; k += 1) {
    let x = rng.range(-22, 22)
    let z = rng.range(6, 34)
    let turn = rng.range(-0.5, 0.5)
    const points: Point[] = []
    for (let i = 0; i < 16; i += 1) {
      points.push(project(view, x, 0.05, z))
      turn += rng.range(-0.5, 0.5)
      x += Math.cos(turn) * z * 0.05
      z += Math.sin(turn) * z * 0.05
      if (rng.chance(0.3)) {
        const side = turn + rng.pick([-1, 1]) * rng.range(0.6, 1.2)
        lines.push(
          openPath([
            project(view, x, 0.05, z),
            project(view, x + Math.cos(side) * z * 0.06, 0.05, z + Math.sin(side) * z * 0.06),
          ]),
        )
      }
    }
    lines.push(openPath(points))
  }
  addPath(sheet, lines.join(''), { stroke: colour, width: 1, opacity: 0.4 })
}

function drawLightning(
  sheet: Sheet,
  x: number,
  ground: number,
  colour: string,
  seed: number,
): void {
  const rng = createRng(seed + 5)
  const bolt = (from: Point, to: Point, jag: number): Point[] => {
    const points: Point[] = []
    for (let i = 0; i <= 14; i += 1) {
      const t = i / 14
      const loose = Math.sin(Math.PI * t)
      points.push([
        from[0] + (to[0] - from[0]) * t + rng.range(-jag, jag) * loose,
        from[1] + (to[1] - from[1]) * t,
      ])
    }
    return points
  }
  const main = bolt([x + 40, -10], [x, ground], 34)
  addPath(sheet, openPath(main), { stroke: colour, width: 16, opacity: 0.14 })
  addPath(sheet, openPath(main), { stroke: colour, width: 3, opacity: 0.95 })
  for (const i of [4, 7, 9]) {
    const at = main[i]
    if (at)
      addPath(
        sheet,
        openPath(bolt(at, [at[0] + rng.range(-160, 160), at[1] + rng.range(60, 140)], 18)),
        { stroke: colour, width: 1.3, opacity: 0.8 },
      )
  }
  fillSheet(sheet, colour, 0.05)
}

/** Heaped cloud over the upper sky, one billow before the other, lit from behind. */
function drawStormBank(sheet: Sheet, palette: Palette, horizon: number, seed: number): void {
  const { width: w } = sheet
  const noise = createNoise(seed + 19)
  for (let rank = 0; rank < 4; rank += 1) {
    const base = horizon * (0.94 - rank * 0.21)
    const edge: Point[] = []
    for (let x = -10; x <= w + 10; x += 8) {
      const billow = Math.abs(fbm(noise, x * 0.0052 + rank * 11, rank * 3.7, 3))
      edge.push([x, base - billow * horizon * 0.3 - Math.abs(noise(x * 0.03, rank)) * 9])
    }
    const d = closedPath([[-10, -10], ...edge, [w + 10, -10]])
    const fill = mix(palette.sky[0], palette.sky[2], 0.34 - rank * 0.1)
    addPath(sheet, d, { fill, opacity: 0.93 })
    cutTone(sheet, {
      clip: d,
      box: { x: 0, y: 0, w, h: base },
      angle: 0.12,
      gap: 7,
      colour: palette.glow,
      opacity: 0.5,
      bend: (x, y) => fbm(noise, x * 0.008 + rank * 5, y * 0.014, 3) * 46,
      tone: (x, y) => 0.42 - ((base - y) / horizon) * 1.5 + noise(x * 0.008, y * 0.02 + rank) * 0.3,
    })
  }
}
