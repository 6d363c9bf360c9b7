import { mix } from '../../kit/colour.ts'
import { limb, stroke } from '../../kit/engrave.ts'
import { closedPath, dots, openPath, type Point } from '../../kit/points.ts'
import { createNoise, fbm } from '../../kit/rng.ts'
import { addPath, type Sheet } from '../../kit/sheet.ts'
import { cutTone } from '../../kit/tone.ts'
import { drawBridge } from '../motifs/bridge.ts'
import { drawTraveller } from '../motifs/figures.ts'
import { drawRidges } from '../motifs/ridge.ts'
import { drawMist, drawSky } from '../motifs/sky.ts'
import { drawVignette } from '../motifs/surfaces.ts'
import { drawAppleTree } from '../motifs/trees.ts'
import type { SceneOptions } from '../scene.ts'

/** Cliffs and a long rope bridge; whole with two travellers meeting, or broken in the middle. */
export function drawGorge(
  sheet: Sheet,
  { seed, palette, broken = false }: SceneOptions & { broken?: boolean },
): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const moon = { x: w * 0.5, y: h * 0.3, r: h * 0.11 }
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon })
  drawRidges(sheet, { seed, palette, moon }, [
    { seed: 1, base: h * 0.72, rise: h * 0.24, depth: 0.95, peak: 1 },
    {
      seed: 2,
      base: h * 0.86,
      rise: h * 0.2,
      depth: 0.78,
      peak: 0.9,
      shape: (u) => Math.abs(u - 0.5) * 1.6 - 0.4,
    },
  ])
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
      dots('0.4,0.76 0.43,0.82 0.425,0.9 0.44,0.97', w, h),
      dots('0.4,0.675 0.45,0.73 0.455,0.8 0.47,0.84', w, h),
      dots('0.72,0.73 0.695,0.79 0.7,0.88 0.69,0.93', w, h),
      dots('0.72,0.645 0.68,0.7 0.675,0.76 0.66,0.8', w, h),
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
