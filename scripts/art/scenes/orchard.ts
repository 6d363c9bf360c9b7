import { drawBridge } from '../lib/bridge.ts'
import { mix } from '../lib/colour.ts'
import { drawFeastTable, drawTraveller } from '../lib/figures.ts'
import type { Palette } from '../lib/palette.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import type { Actor, View } from '../lib/terrain.ts'
import { drawTerrain, project, scaleAt } from '../lib/terrain.ts'
import { drawAppleTree } from '../lib/trees.ts'

export type SceneOptions = { seed: number; palette: Palette }

/** The Split Orchard: a ravine through old apple trees, gold on one bank and pale on the other. */
export function drawOrchard(
  sheet: Sheet,
  { seed, palette, focus = 0.66, table = true }: SceneOptions & { focus?: number; table?: boolean },
): void {
  const { width: w, height: h } = sheet
  const horizon = h * 0.46
  const noise = createNoise(seed)
  const rng = createRng(seed)
  const moon = { x: w * (focus + 0.035), y: h * 0.25, r: h * 0.085 }
  drawSky(sheet, { seed, palette, horizon, moon })
  drawRidge(sheet, {
    seed: seed + 1,
    palette,
    base: horizon * 0.98,
    rise: h * 0.2,
    depth: 0.95,
    peak: 0.9,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: horizon * 1.03,
    rise: h * 0.11,
    depth: 0.8,
    peak: 0.6,
    moon,
  })
  drawMist(sheet, horizon, h * 0.07, palette.fog, 0.5)
  const view: View = { centre: w * focus, horizon, focal: h * 1.05, eye: 4.6 }
  const cleft = (z: number): number => Math.sin(z * 0.2 + 2.4) * 1.7 - 0.6 + noise(z * 0.6, 3) * 0.4
  const half = (z: number): number => 1.9 + noise(z * 0.8, 40) * 0.4
  const ground = (x: number, z: number): number =>
    fbm(noise, x * 0.24, z * 0.24, 2) * 0.8 + Math.abs(x) * 0.03
  const height = (x: number, z: number): number => {
    const edge = (Math.abs(x - cleft(z)) - half(z)) / 0.5
    const inside = Math.min(1, Math.max(0, 0.5 - edge))
    const drop = inside * inside * (3 - 2 * inside)
    return ground(x, z) - drop * (5.4 + fbm(noise, x * 3, z * 2, 3) * 1.1)
  }
  const actors: Actor[] = []
  const plant = (x: number, z: number, size: number, side: number, roots: number): void => {
    const [sx, sy] = project(view, x, ground(x, z), z)
    const px = size * scaleAt(view, z)
    const depth = Math.min(0.95, Math.log(z / 9) / Math.log(9))
    const apples = side > 0 ? palette.lamp : mix(palette.moon, '#a9c4b0', 0.55)
    const tree = {
      x: sx,
      y: sy,
      size: px,
      seed: seed + Math.round(z * 97 + x * 13),
      palette,
      depth,
      lean: -side * rng.range(-0.05, 0.22),
      apples,
      appleCount: px > 90 ? 16 : 7,
      roots,
    }
    if (sx > -px && sx < w + px) actors.push({ z, draw: () => drawAppleTree(sheet, tree) })
  }
  for (let z = 70; z > 9.6; z *= rng.range(0.84, 0.89)) {
    for (const side of [-1, 1]) {
      // The bank before the bridge stays open, or crowns would hide the crossing.
      if (z > 9.9 && z < 14.5 && side < 0) continue
      plant(
        cleft(z) + side * (half(z) + rng.range(0.4, 0.75)),
        z * rng.range(0.98, 1.02),
        rng.range(2.1, 2.9),
        side,
        0.8,
      )
      for (let k = 1; k < 14; k += 1) {
        if (rng.chance(0.5))
          plant(
            cleft(z) + side * (half(z) + k * 2.6 + rng.range(-0.7, 0.7)),
            z * rng.range(0.95, 1.05),
            rng.range(1.6, 2.4),
            side,
            0,
          )
      }
    }
  }
  const bridgeZ = 13
  const span = half(bridgeZ) + 0.35
  const left = project(view, cleft(bridgeZ) - span, ground(cleft(bridgeZ) - span, bridgeZ), bridgeZ)
  const right = project(
    view,
    cleft(bridgeZ) + span,
    ground(cleft(bridgeZ) + span, bridgeZ),
    bridgeZ,
  )
  const unit = scaleAt(view, bridgeZ)
  actors.push({
    z: bridgeZ - 0.05,
    draw: () => {
      drawBridge(sheet, {
        from: left,
        to: right,
        sag: unit * 0.3,
        rail: unit * 0.42,
        palette,
        depth: 0.25,
      })
      drawTraveller(sheet, {
        x: left[0] * 0.45 + right[0] * 0.55,
        y: (left[1] + right[1]) / 2 + unit * 0.28,
        size: unit * 0.62,
        palette,
        lantern: true,
        facing: 1,
      })
    },
  })
  if (table) {
    const tz = 10.6
    const tx = cleft(tz) + half(tz) + 1.7
    const at = project(view, tx, ground(tx, tz), tz)
    actors.push({
      z: tz,
      draw: () =>
        drawFeastTable(sheet, { x: at[0], y: at[1], size: scaleAt(view, tz) * 0.62, palette }),
    })
  }
  drawTerrain(sheet, {
    view,
    height,
    near: 7.6,
    far: 150,
    rows: 210,
    palette,
    actors,
    seed,
    light: [0.5, 0.45, 0.45],
  })
}
