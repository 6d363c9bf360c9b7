import { drawBridge } from '../lib/bridge.ts'
import { mix } from '../lib/colour.ts'
import { limb, stroke } from '../lib/engrave.ts'
import { drawTraveller } from '../lib/figures.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, openPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import { drawAppleTree } from '../lib/trees.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** Cliffs and a long rope bridge; whole with two travellers meeting, or broken in the middle. */
export function drawGorge(
  sheet: Sheet,
  { seed, palette, broken = false }: SceneOptions & { broken?: boolean },
): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const moon = { x: w * 0.5, y: h * 0.3, r: h * 0.11 }
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon })
  drawRidge(sheet, {
    seed: seed + 1,
    palette,
    base: h * 0.72,
    rise: h * 0.24,
    depth: 0.95,
    peak: 1,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: h * 0.86,
    rise: h * 0.2,
    depth: 0.78,
    peak: 0.9,
    moon,
    shape: (u) => Math.abs(u - 0.5) * 1.6 - 0.4,
  })
  drawMist(sheet, h * 0.84, h * 0.2, palette.fog, 0.8)
  const cliff = (side: -1 | 1, reach: number, top: number, depth: number): void => {
    const edge: Point[] = []
    for (let k = 0; k <= 40; k += 1) {
      const t = k / 40
      const x =
        w *
        (reach + t * 0.05 + fbm(noise, t * 7 + side * 9, depth * 8, 4) * 0.05 * Math.min(1, t * 6))
      edge.push([side < 0 ? x : w - x, h * (top + t * (1.02 - top))])
    }
    const start: Point = side < 0 ? [-5, h * (top - 0.025)] : [w + 5, h * (top - 0.025)]
    const end: Point = side < 0 ? [-5, h + 5] : [w + 5, h + 5]
    const d = closedPath([start, ...edge, end])
    const fill = mix(palette.dark, palette.fog, depth)
    addPath(sheet, d, { fill })
    cutTone(sheet, {
      clip: d,
      box: { x: side < 0 ? 0 : w * 0.5, y: h * (top - 0.03), w: w * 0.5, h: h * (1.05 - top) },
      angle: Math.PI / 2 + side * 0.12,
      gap: 8,
      colour: mix(palette.lit, palette.fog, depth),
      opacity: 0.7,
      bend: (x, y) => fbm(noise, x * 0.01, y * 0.012, 3) * 44,
      tone: (x, y) => {
        const inner = side < 0 ? x / (w * reach) : (w - x) / (w * reach)
        return (inner - 0.25) * 0.5 + noise(x * 0.02, y * 0.013) * 0.42 - (y / h - top) * 0.45
      },
    })
    addPath(sheet, openPath([start, ...edge.slice(0, 2)]), {
      stroke: palette.lit,
      width: 2,
      opacity: 0.8,
    })
  }
  cliff(-1, 0.3, 0.62, 0.4)
  cliff(1, 0.27, 0.58, 0.4)
  drawMist(sheet, h * 0.95, h * 0.2, palette.fog, 0.6)
  cliff(-1, 0.21, 0.66, 0.02)
  cliff(1, 0.19, 0.65, 0.02)
  const from: Point = [w * 0.205, h * 0.655]
  const to: Point = [w * 0.815, h * 0.645]
  const rail = h * 0.085
  if (broken) {
    drawBridge(sheet, { from, to: [w * 0.4, h * 0.76], sag: 8, rail, palette, depth: 0 })
    drawBridge(sheet, { from: [w * 0.72, h * 0.73], to, sag: 10, rail, palette, depth: 0 })
    const loose: Point[][] = [
      [
        [w * 0.4, h * 0.76],
        [w * 0.43, h * 0.82],
        [w * 0.425, h * 0.9],
        [w * 0.44, h * 0.97],
      ],
      [
        [w * 0.4, h * 0.675],
        [w * 0.45, h * 0.73],
        [w * 0.455, h * 0.8],
        [w * 0.47, h * 0.84],
      ],
      [
        [w * 0.72, h * 0.73],
        [w * 0.695, h * 0.79],
        [w * 0.7, h * 0.88],
        [w * 0.69, h * 0.93],
      ],
      [
        [w * 0.72, h * 0.645],
        [w * 0.68, h * 0.7],
        [w * 0.675, h * 0.76],
        [w * 0.66, h * 0.8],
      ],
    ]
    for (const rope of loose) addPath(sheet, limb(rope, [4, 3.4, 3, 1.2]), { fill: palette.lit })
    for (const [x, y, turn] of [
      [0.427, 0.85, 0.5],
      [0.436, 0.92, -0.3],
      [0.697, 0.84, 0.4],
      [0.55, 0.83, 0.9],
      [0.52, 0.9, -0.7],
    ] as const) {
      addPath(
        sheet,
        stroke(
          [w * x - Math.cos(turn) * 15, h * y - Math.sin(turn) * 15],
          [w * x + Math.cos(turn) * 15, h * y + Math.sin(turn) * 15],
          4,
        ),
        { fill: palette.lit },
      )
    }
    drawTraveller(sheet, { x: w * 0.165, y: h * 0.662, size: h * 0.17, palette, lantern: true })
  } else {
    const sag = h * 0.075
    drawTraveller(sheet, { x: w * 0.455, y: h * 0.725, size: h * 0.17, palette, lantern: true })
    drawTraveller(sheet, {
      x: w * 0.565,
      y: h * 0.723,
      size: h * 0.165,
      palette,
      staff: true,
      facing: -1,
    })
    drawBridge(sheet, { from, to, sag, rail, palette, depth: 0 })
  }
  drawAppleTree(sheet, {
    x: w * (broken ? 0.94 : 0.07),
    y: h * 0.65,
    size: h * 0.36,
    seed: seed + 3,
    palette,
    depth: 0,
    lean: broken ? -0.2 : 0.2,
    roots: 0.5,
    bare: broken,
  })
  drawVignette(sheet, palette.dark, 0.4)
}
