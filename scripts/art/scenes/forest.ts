import { mix } from '../lib/colour.ts'
import { stroke, swell } from '../lib/engrave.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import { drawMoth } from '../lib/moths.ts'
import type { Palette } from '../lib/palette.ts'
import { createNoise, createRng } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { drawTerrain } from '../lib/terrain.ts'
import type { SceneOptions } from './orchard.ts'

function drawTrunk(
  sheet: Sheet,
  x: number,
  foot: number,
  w: number,
  palette: Palette,
  depth: number,
  seed: number,
  lightX: number,
): void {
  const rng = createRng(seed)
  const noise = createNoise(seed)
  const fill =
    depth > 0.5
      ? mix(palette.land, palette.fog, depth * 2 - 1)
      : mix(palette.dark, palette.land, depth * 2)
  const left: Point[] = []
  const right: Point[] = []
  const lean = rng.range(-0.05, 0.05)
  for (let y = foot + 20; y > -30; y -= 14) {
    const t = Math.max(0, (foot - y) / foot)
    const flare = Math.exp(-t * 13) * 1.1
    const half = (w / 2) * (1 + flare - t * 0.3)
    const mid = x + (foot - y) * lean + noise(t * 4, 2) * w * 0.3
    left.push([mid - half * (1 + 0.1 * noise(t * 16, 5)), y])
    right.unshift([mid + half * (1 + 0.1 * noise(t * 16, 9)), y])
  }
  const limbs: string[] = []
  for (let k = 0; k < 5; k += 1) {
    const y = foot * rng.range(0.02, 0.42)
    const side = rng.pick([-1, 1])
    const reach = w * rng.range(1.6, 4)
    limbs.push(
      swell(
        [
          [x + (foot - y) * lean, y + w * 0.4],
          [x + side * reach * 0.4, y - reach * 0.1],
          [x + side * reach, y - reach * 0.42],
        ],
        [w * 0.3, w * 0.16, w * 0.03],
      ),
    )
  }
  addPath(sheet, closedPath([...left, ...right]) + limbs.join(''), { fill })
  const bark: string[] = []
  const lines = Math.max(3, Math.round(w / 4.6))
  for (let k = 0; k <= lines; k += 1) {
    const u = k / lines
    const points: Point[] = []
    const widths: number[] = []
    left.forEach((point, i) => {
      const other = right[right.length - 1 - i]
      if (!other) return
      points.push([point[0] + (other[0] - point[0]) * u + noise(i * 0.3, k) * 1.5, point[1]])
      const toLight = lightX > x ? u : 1 - u
      const low = Math.exp(-(((point[1] - foot * 0.78) / (foot * 0.42)) ** 2))
      widths.push(
        Math.max(0, toLight - 0.38) *
          3.4 *
          (0.4 + 0.75 * low) *
          (0.55 + noise(i * 0.42, k * 2.7) * 1.1),
      )
    })
    bark.push(swell(points, widths, 0.3))
  }
  addPath(sheet, bark.join(''), {
    fill: mix(palette.lit, palette.fog, depth * 0.55),
    opacity: 0.75 - depth * 0.2,
  })
}

/** Lanternfell: the Moth Road between tall trunks, lamp-moths gathering to a warden's lantern. */
export function drawForest(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.7,
    warden = true,
    moths = 22,
  }: SceneOptions & { focus?: number; warden?: boolean; moths?: number },
): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const noise = createNoise(seed)
  const moon = { x: w * (focus + 0.02), y: h * 0.34, r: h * 0.1 }
  const road = w * focus
  drawSky(sheet, { seed, palette, horizon: h * 0.8, moon, cloud: 0.5 })
  drawMist(sheet, h * 0.62, h * 0.26, palette.fog, 0.75)
  const ranks = 6
  for (let rank = 0; rank < ranks - 1; rank += 1) {
    const depth = 0.93 - rank * 0.19
    const tw = h * (0.014 + rank * rank * 0.0055 + rank * 0.008)
    const foot = h * (0.64 + rank * 0.045)
    const clear = w * 0.018 + tw * 1.5 + rank * h * 0.035
    for (let x = -tw; x < w + tw; x += tw * rng.range(2, 4.4)) {
      if (Math.abs(x - road) < clear) continue
      drawTrunk(
        sheet,
        x,
        foot + rng.range(-6, 6),
        tw * rng.range(0.7, 1.25),
        palette,
        depth,
        seed + rank * 71 + Math.round(x),
        road,
      )
    }
    drawMist(sheet, foot, h * 0.12, mix(palette.fog, palette.glow, 0.15), 0.42 - rank * 0.05)
    const count = Math.round(moths / 5)
    for (let k = 0; k < count; k += 1) {
      const spread = (rng.next() + rng.next() - 1) * w * 0.34
      drawMoth(
        sheet,
        road + spread,
        h * rng.range(0.2, 0.7),
        h * (0.006 + rank * 0.0028),
        rng.range(0, 360),
        palette,
      )
    }
  }
  const view = { centre: road, horizon: h * 0.6, focal: h, eye: 2.2 }
  const height = (x: number, z: number): number =>
    Math.min(0.6, Math.max(0, Math.abs(x + Math.sin(z * 0.25) * 0.8) - 0.8) * 0.35) +
    noise(x * 0.7, z * 0.6) * 0.1 -
    0.35
  drawTerrain(sheet, {
    view,
    height,
    near: 5.5,
    far: 26,
    rows: 80,
    palette,
    seed,
    ambient: 0.1,
    light: [0, 0.35, 0.6],
    haze: 0.75,
    shine: (x, y) =>
      0.5 * Math.exp(-(((x - road) / (w * 0.09)) ** 2)) * Math.min(1, (y - h * 0.62) / (h * 0.1)),
  })
  if (warden) {
    const y = h * 0.87
    drawGlow(sheet, road + h * 0.09, y - h * 0.1, h * 0.42, palette.lamp, 0.5)
    drawTraveller(sheet, { x: road, y, size: h * 0.26, palette, lantern: true, staff: false })
    for (let k = 0; k < 7; k += 1) {
      const a = rng.range(0, Math.PI * 2)
      const r = h * rng.range(0.06, 0.2)
      drawMoth(
        sheet,
        road + h * 0.078 + Math.cos(a) * r,
        y - h * 0.1 + Math.sin(a) * r * 0.9,
        h * rng.range(0.009, 0.017),
        rng.range(0, 360),
        palette,
      )
    }
  }
  for (const u of [-0.34, 0.3])
    drawTrunk(
      sheet,
      road + u * Math.max(w * 0.55, h * 1.1),
      h * 0.98,
      h * 0.15,
      palette,
      0.02,
      seed + Math.round(u * 90),
      road,
    )
  const canopy: string[] = []
  for (let k = 0; k < w / 2.2; k += 1) {
    const x = rng.range(0, w)
    const open = Math.exp(-(((x - road) / (w * 0.16)) ** 2))
    const y = h * rng.next() ** 1.7 * (0.3 - open * 0.24)
    const turn = rng.range(0.5, 2.6)
    const l = rng.range(9, 26)
    canopy.push(
      stroke([x, y - 8], [x + Math.cos(turn) * l, y + Math.sin(turn) * l], rng.range(2.5, 5)),
    )
  }
  addPath(sheet, canopy.join(''), { fill: palette.dark, opacity: 0.92 })
}
