import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { drawGlow } from '../lib/figures.ts'
import type { Palette } from '../lib/palette.ts'
import { palettes } from '../lib/palette.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addClip, addPath, closedPath, closeGroup, n, openGroup } from '../lib/sheet.ts'
import { drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import { drawTower } from '../lib/towers.ts'
import { drawAppleTree } from '../lib/trees.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

const ink = '#4a3220'

const paper = '#e8d9b2'

const onPaper: Palette = {
  ...palettes.night,
  lit: '#f4e8c8',
  fog: '#b79f74',
  land: '#6b4c30',
  dark: '#3a2616',
  leaf: '#6f7a4a',
  lamp: '#b8862d',
}

/** An open book whose pages rise into mountains and towers. */
export function drawBook(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const rng = createRng(seed)
  const cx = w / 2
  drawPlanks(sheet, palette, seed, cx, h * 0.4)
  drawGlow(sheet, cx, h * 0.42, w * 0.4, palette.lamp, 0.5)
  dropShadow(sheet, cx, h * 0.8, w * 0.42, h * 0.16)
  const cover = closedPath([
    [cx - w * 0.4, h * 0.64],
    [cx, h * 0.7],
    [cx + w * 0.4, h * 0.64],
    [cx + w * 0.43, h * 0.92],
    [cx, h * 0.97],
    [cx - w * 0.43, h * 0.92],
  ])
  addPath(sheet, cover, { fill: '#5c2a22', stroke: palette.dark, width: 4 })
  for (const side of [-1, 1] as const) {
    for (let k = 5; k >= 0; k -= 1) {
      const d = `M${n(cx)} ${n(h * (0.66 + k * 0.006))}C${n(cx + side * w * 0.12)} ${n(h * (0.58 + k * 0.007))} ${n(cx + side * w * 0.26)} ${n(h * (0.59 + k * 0.007))} ${n(cx + side * w * 0.39)} ${n(h * (0.63 + k * 0.004))}L${n(cx + side * w * 0.415)} ${n(h * (0.89 + k * 0.005))}C${n(cx + side * w * 0.26)} ${n(h * (0.85 + k * 0.006))} ${n(cx + side * w * 0.12)} ${n(h * (0.86 + k * 0.006))} ${n(cx)} ${n(h * (0.935 + k * 0.004))}Z`
      addPath(sheet, d, { fill: mix(paper, ink, k * 0.07), stroke: ink, width: 1.2 })
      if (k === 0) {
        openGroup(sheet, addClip(sheet, d))
        for (let line = 0; line < 10; line += 1) {
          const y = h * (0.68 + line * 0.022)
          const words: string[] = []
          let u = 0.07
          while (u < 0.35) {
            const len = rng.range(0.012, 0.035)
            const bowl = (v: number): number => y - Math.sin((v / 0.4) * Math.PI) * h * 0.055
            words.push(
              stroke([cx + side * w * u, bowl(u)], [cx + side * w * (u + len), bowl(u + len)], 2.2),
            )
            u += len + 0.007
          }
          addPath(sheet, words.join(''), { fill: ink, opacity: 0.65 })
        }
        closeGroup(sheet)
      }
    }
  }
  const back: [number, number, number, number][] = [
    [0.14, 0.33, 0.2, 0],
    [0.24, 0.42, 0.13, 1],
    [0.05, 0.26, 0.11, 2],
  ]
  for (const [dx, rise, half, k] of back) {
    const px = cx - w * dx
    const base = h * 0.67
    const left: Point[] = []
    for (let i = 0; i <= 24; i += 1) {
      const u = i / 24 - 0.5
      const tall = Math.max(0, 1 - Math.abs(u) * 2) ** 0.85
      left.push([
        px + u * 2 * w * half * 0.62,
        base - h * rise * 1.15 * tall * (1 + fbm(noise, u * 9 + k * 8, k, 3) * 0.22),
      ])
    }
    const d = closedPath([
      ...left,
      [px + w * half * 0.62, base + 8],
      [px - w * half * 0.62, base + 8],
    ])
    addPath(sheet, d, { fill: mix(paper, '#a88750', 0.3 + k * 0.12), stroke: ink, width: 2.6 })
    cutTone(sheet, {
      clip: d,
      box: { x: px - w * half, y: h * 0.1, w: w * half * 2, h: h * 0.6 },
      angle: 1.15,
      gap: 7,
      colour: ink,
      opacity: 0.85,
      bend: (x, y) => fbm(noise, x * 0.02, y * 0.02, 2) * 16,
      tone: (x, y) => 0.22 + ((x - px) / (w * half)) * 0.75 + noise(x * 0.03, y * 0.02) * 0.3,
    })
  }
  ;[
    [0.1, 0.38, 0.045],
    [0.17, 0.3, 0.05],
    [0.245, 0.41, 0.04],
    [0.3, 0.25, 0.045],
  ].forEach(([dx = 0, tall = 0, tw = 0], i) => {
    drawTower(sheet, {
      x: cx + w * dx,
      base: h * 0.665,
      w: w * tw,
      h: h * tall,
      roof: i % 2 ? 'crown' : 'cone',
      seed: seed + i,
      palette: onPaper,
      depth: 0.35,
      lightSide: -1,
      lit: 0.8,
      flag: i === 2,
    })
  })
  drawAppleTree(sheet, {
    x: cx - w * 0.01,
    y: h * 0.69,
    size: h * 0.26,
    seed: seed + 4,
    palette: onPaper,
    depth: 0.2,
    lightSide: -1,
    apples: '#d9a53a',
    appleCount: 18,
  })
  drawAppleTree(sheet, {
    x: cx - w * 0.33,
    y: h * 0.66,
    size: h * 0.13,
    seed: seed + 9,
    palette: onPaper,
    depth: 0.3,
    lightSide: -1,
  })
  const birds = [
    [-0.2, 0.14],
    [-0.17, 0.17],
    [-0.1, 0.12],
    [0.02, 0.2],
    [0.1, 0.13],
  ] as const
  addPath(
    sheet,
    birds.map(([x, y]) => `M${n(cx + w * x - 13)} ${n(h * y)}q7 -9 13 0q7 -9 13 0`).join(''),
    { stroke: palette.lit, width: 2.6 },
  )
  addPath(
    sheet,
    `M${n(cx - 6)} ${n(h * 0.69)}L${n(cx - 8)} ${n(h * 0.98)}l12 18l12 -16L${n(cx + 8)} ${n(h * 0.7)}Z`,
    { fill: '#a63a24', stroke: palette.dark, width: 2 },
  )
  drawVignette(sheet, palette.dark, 0.6)
}
