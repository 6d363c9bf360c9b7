import { appleGap, appleOutline } from '../lib/apple.ts'
import { circlePath } from '../lib/moths.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import {
  addPath,
  closedPath,
  closeGroup,
  fillSheet,
  n,
  openGroup,
  openPath,
  radialGradient,
  smoothClosed,
} from '../lib/sheet.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

const ink = '#4a3220'

const paper = '#e8d9b2'

function coast(
  noise: ReturnType<typeof createNoise>,
  cx: number,
  cy: number,
  rx: number,
  ry: number,
  seed: number,
  grow = 0,
): Point[] {
  const ring: Point[] = []
  for (let i = 0; i < 140; i += 1) {
    const a = (i / 140) * Math.PI * 2
    const q = 0.82 + fbm(noise, Math.cos(a) * 1.9 + seed * 7, Math.sin(a) * 1.9 + seed, 5) * 0.62
    ring.push([cx + Math.cos(a) * (rx * q + grow), cy + Math.sin(a) * (ry * q + grow)])
  }
  return ring
}

function peak(x: number, y: number, s: number): string {
  const sides = [
    openPath([
      [x - s, y],
      [x - s * 0.35, y - s * 0.7],
      [x, y - s * 1.15],
      [x + s * 0.4, y - s * 0.5],
      [x + s, y],
    ]),
  ]
  for (let k = 0; k < 4; k += 1)
    sides.push(
      openPath([
        [x + s * (0.02 + k * 0.13), y - s * (1.05 - k * 0.2)],
        [x + s * (0.1 + k * 0.17), y - s * (0.45 - k * 0.12)],
      ]),
    )
  return sides.join('')
}

/** An old map of the broken continent. */
export function drawMap(sheet: Sheet, { seed }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const rng = createRng(seed)
  fillSheet(
    sheet,
    radialGradient(sheet, w * 0.5, h * 0.45, w * 0.75, [
      [0, '#f0e4c4'],
      [0.6, paper],
      [1, '#b99c66'],
    ]),
  )
  cutTone(sheet, {
    box: { x: 0, y: 0, w, h },
    gap: 7,
    colour: '#7d9484',
    opacity: 0.42,
    bend: (x, y) => fbm(noise, x * 0.01, y * 0.02, 2) * 7,
    tone: (x, y) => 0.2 + noise(x * 0.012, y * 0.02) * 0.24,
  })
  const lands = [
    [0.3, 0.5, 0.21, 0.33, 1],
    [0.62, 0.42, 0.19, 0.27, 2],
    [0.68, 0.78, 0.13, 0.12, 3],
    [0.86, 0.62, 0.07, 0.12, 4],
    [0.1, 0.84, 0.06, 0.07, 5],
    [0.47, 0.14, 0.07, 0.06, 6],
    [0.44, 0.88, 0.05, 0.05, 7],
  ] as const
  for (const [grow, opacity] of [
    [24, 0.25],
    [16, 0.4],
    [8, 0.6],
  ] as const) {
    for (const [x, y, rx, ry, k] of lands)
      addPath(sheet, smoothClosed(coast(noise, w * x, h * y, w * rx, h * ry, k, grow)), {
        stroke: ink,
        width: 1,
        opacity,
      })
  }
  for (const [x, y, rx, ry, k] of lands) {
    const d = smoothClosed(coast(noise, w * x, h * y, w * rx, h * ry, k))
    addPath(sheet, d, { fill: '#eddfb9', stroke: ink, width: 3 })
    cutTone(sheet, {
      clip: d,
      box: { x: w * (x - rx * 1.4), y: h * (y - ry * 1.4), w: w * rx * 2.8, h: h * ry * 2.8 },
      angle: -0.8,
      gap: 6,
      colour: '#a88750',
      opacity: 0.7,
      tone: (px, py) => 0.12 + noise(px * 0.01, py * 0.01) * 0.4,
    })
  }
  const marks: string[] = []
  for (let k = 0; k < 26; k += 1)
    marks.push(peak(w * rng.range(0.53, 0.72), h * rng.range(0.26, 0.5), rng.range(14, 28)))
  for (let k = 0; k < 9; k += 1)
    marks.push(peak(w * rng.range(0.2, 0.28), h * rng.range(0.32, 0.46), rng.range(12, 20)))
  addPath(sheet, marks.join(''), { stroke: ink, width: 1.8, fill: '#eddfb9' })
  const big = peak(w * 0.615, h * 0.46, 52)
  addPath(sheet, big, { stroke: ink, width: 2.6, fill: '#f4e9ca' })
  for (let k = 0; k < 46; k += 1) {
    const x = w * rng.range(0.2, 0.36)
    const y = h * rng.range(0.56, 0.72)
    addPath(sheet, `M${n(x)} ${n(y + 12)}v-7${circlePath(x, y, 6.5)}`, {
      fill: '#9aa06a',
      stroke: ink,
      width: 1.3,
    })
  }
  const rift: Point[] = [
    [0.33, 0.25],
    [0.345, 0.33],
    [0.33, 0.39],
    [0.36, 0.45],
    [0.345, 0.53],
    [0.375, 0.58],
    [0.37, 0.66],
  ].map(([x = 0, y = 0]) => [w * x, h * y])
  addPath(sheet, openPath(rift), { stroke: ink, width: 8 })
  addPath(sheet, openPath(rift), { stroke: '#a63a24', width: 3 })
  const town = (x: number, y: number): void =>
    addPath(
      sheet,
      closedPath([
        [x - 14, y],
        [x - 14, y - 20],
        [x - 9, y - 30],
        [x - 4, y - 20],
        [x - 4, y - 12],
        [x + 2, y - 12],
        [x + 2, y - 28],
        [x + 7, y - 40],
        [x + 12, y - 28],
        [x + 12, y],
      ]),
      { fill: '#a63a24', stroke: ink, width: 1.8 },
    )
  const towns = [
    [0.24, 0.52],
    [0.46, 0.56],
    [0.7, 0.56],
    [0.66, 0.8],
    [0.53, 0.3],
    [0.3, 0.76],
    [0.84, 0.62],
  ] as const
  for (const [x, y] of towns) town(w * x, h * y)
  const road = [
    towns[0],
    [0.28, 0.6],
    [0.38, 0.62],
    towns[1],
    [0.55, 0.6],
    towns[2],
    [0.68, 0.7],
    towns[3],
  ].map((p) => [w * (p?.[0] ?? 0), h * (p?.[1] ?? 0)] as const)
  addPath(sheet, openPath(road), { stroke: '#a63a24', width: 2.6, extra: 'stroke-dasharray="9 8"' })
  openGroup(sheet, `transform="translate(${n(w * 0.9)} ${n(h * 0.2)})"`)
  for (let k = 0; k < 16; k += 1) {
    const a = (k / 16) * Math.PI * 2
    const r = k % 4 === 0 ? 96 : k % 2 === 0 ? 66 : 44
    addPath(
      sheet,
      closedPath([
        [Math.cos(a) * r, Math.sin(a) * r],
        [Math.cos(a + 0.32) * 16, Math.sin(a + 0.32) * 16],
        [0, 0],
      ]),
      { fill: ink },
    )
    addPath(
      sheet,
      closedPath([
        [Math.cos(a) * r, Math.sin(a) * r],
        [Math.cos(a - 0.32) * 16, Math.sin(a - 0.32) * 16],
        [0, 0],
      ]),
      { fill: '#eddfb9', stroke: ink, width: 1.2 },
    )
  }
  addPath(sheet, circlePath(0, 0, 52) + circlePath(0, 0, 56), { stroke: ink, width: 1.2 })
  closeGroup(sheet)
  openGroup(sheet, `transform="translate(${n(w * 0.09)} ${n(h * 0.17)})"`)
  addPath(sheet, appleOutline(52), { fill: '#c9973a', stroke: ink, width: 3 })
  cutTone(sheet, {
    clip: appleOutline(52),
    box: { x: -52, y: -52, w: 104, h: 104 },
    angle: Math.PI / 2,
    gap: 6,
    colour: ink,
    opacity: 0.8,
    bend: (x, y) => -x * 0.34 * (1 - (y / 52) ** 2),
    tone: (x) => 0.2 - x / 100,
  })
  addPath(sheet, openPath(appleGap(52)), { stroke: paper, width: 6 })
  closeGroup(sheet)
  addPath(sheet, `M24 24H${w - 24}V${h - 24}H24Z`, { stroke: ink, width: 5 })
  addPath(sheet, `M34 34H${w - 34}V${h - 34}H34Z`, { stroke: ink, width: 1.4 })
  for (const x of [0.33, 0.66])
    addPath(sheet, `M${n(w * x)} 0V${h}`, { stroke: '#8a6a3a', width: 2, opacity: 0.35 })
  drawVignette(sheet, '#5a3c1c', 0.4)
}
