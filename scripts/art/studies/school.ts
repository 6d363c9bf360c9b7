import { mix } from '../lib/colour.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import { drawHouse } from '../lib/houses.ts'
import { circlePath } from '../lib/moths.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath } from '../lib/sheet.ts'
import { drawSky } from '../lib/sky.ts'
import { drawTerrain } from '../lib/terrain.ts'
import { arch } from '../lib/towers.ts'
import { drawAppleTree } from '../lib/trees.ts'
import { drawTurret } from '../scenes/mountain.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A small schoolhouse with a bell turret on a winter night. */
export function drawSchool(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const moon = { x: w * 0.2, y: h * 0.26, r: h * 0.08 }
  const noise = createNoise(seed)
  drawSky(sheet, { seed, palette, horizon: h * 0.8, moon })
  drawRidge(sheet, {
    seed: seed + 1,
    palette,
    base: h * 0.66,
    rise: h * 0.26,
    depth: 0.94,
    peak: 1,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: h * 0.72,
    rise: h * 0.12,
    depth: 0.8,
    peak: 0.4,
    moon,
  })
  const view = { centre: w * 0.58, horizon: h * 0.6, focal: h, eye: 3.4 }
  const snow = mix(palette.moon, palette.fog, 0.55)
  drawTerrain(sheet, {
    view,
    near: 6.5,
    far: 40,
    rows: 110,
    palette,
    seed,
    ambient: 0.3,
    light: [-0.5, 0.5, -0.1],
    height: (x, z) =>
      1.5 * Math.exp(-((x / 7) ** 2) - ((z - 17) / 6) ** 2) +
      fbm(noise, x * 0.15, z * 0.15, 3) * 0.7,
    colours: (depth) => ({
      fill: mix(mix(palette.land, snow, 0.25), palette.fog, depth),
      line: mix(palette.lit, snow, depth),
    }),
  })
  const x = w * 0.58
  const base = h * 0.735
  drawGlow(sheet, x, base, w * 0.32, palette.lamp, 0.35)
  drawTurret(sheet, x, base - h * 0.4, h * 0.095, palette, 0, true)
  drawHouse(sheet, {
    x,
    base,
    w: w * 0.29,
    palette,
    depth: 0.05,
    seed: seed + 1,
    lightSide: -1,
    lit: 1,
  })
  addPath(sheet, arch(x + w * 0.005, base, w * 0.036, h * 0.1), {
    fill: palette.lamp,
    stroke: palette.dark,
    width: 3,
  })
  for (let k = 0; k < 6; k += 1)
    drawTraveller(sheet, {
      x: x - w * (0.3 - k * 0.045) + rng.range(-6, 6),
      y: base + h * (0.135 - k * 0.016),
      size: h * rng.range(0.062, 0.085) * (1.15 - k * 0.05),
      palette,
      lantern: k % 3 === 0,
    })
  for (const [tx, size] of [
    [0.13, 0.4],
    [0.9, 0.5],
  ] as const)
    drawAppleTree(sheet, {
      x: w * tx,
      y: h * 0.88,
      size: h * size,
      seed: seed + Math.round(tx * 50),
      palette,
      depth: 0.05,
      bare: true,
      lightSide: -1,
    })
  const flakes: string[] = []
  for (let k = 0; k < 260; k += 1)
    flakes.push(circlePath(rng.range(0, w), rng.range(0, h), rng.range(0.7, 2.1)))
  addPath(sheet, flakes.join(''), { fill: '#fffaf0', opacity: 0.7 })
}
