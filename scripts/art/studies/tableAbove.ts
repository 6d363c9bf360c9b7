import { drawApple, gold, paleGold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { drawDie } from '../lib/die.ts'
import { drawGlow } from '../lib/figures.ts'
import { circlePath } from '../lib/moths.ts'
import { createNoise, createRng } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import {
  addPath,
  closedPath,
  closeGroup,
  n,
  openGroup,
  openPath,
  smoothClosed,
} from '../lib/sheet.ts'
import { drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

const bone = '#e9dbb8'

const slate = '#2b2740'

/** Planks, map, dice, cups, chairs: a table seen from above. `crack` splits it in two. */
export function drawTableAbove(
  sheet: Sheet,
  { seed, palette, crack = false }: SceneOptions & { crack?: boolean },
): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  drawPlanks(sheet, palette, seed + 3, w / 2, h / 2, '#2b2533')
  const tw = w * (crack ? 0.4 : 0.58)
  const th = h * (crack ? 0.74 : 0.5)
  const left = (w - tw) / 2
  const top = (h - th) / 2
  const chair = (x: number, y: number, turn: number, colour: string): void => {
    const s = Math.min(w, h) * 0.085
    dropShadow(sheet, x, y + 6, s * 1.3, s * 1.2)
    openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"`)
    addPath(
      sheet,
      `M${n(-s * 0.7)} ${n(-s * 0.6)}H${n(s * 0.7)}L${n(s * 0.8)} ${n(s * 0.7)}H${n(-s * 0.8)}Z`,
      { fill: '#3a2418', stroke: palette.dark, width: 3 },
    )
    addPath(
      sheet,
      `M${n(-s * 0.5)} ${n(-s * 0.42)}H${n(s * 0.5)}L${n(s * 0.58)} ${n(s * 0.48)}H${n(-s * 0.58)}Z`,
      { fill: colour },
    )
    cutTone(sheet, {
      clip: `M${n(-s * 0.5)} ${n(-s * 0.42)}H${n(s * 0.5)}L${n(s * 0.58)} ${n(s * 0.48)}H${n(-s * 0.58)}Z`,
      box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
      angle: 0.7,
      gap: 5,
      colour: mix(colour, '#fff1cc', 0.45),
      tone: (px) => 0.3 + px / s / 3,
    })
    addPath(sheet, `M${n(-s * 0.9)} ${n(s * 0.92)}Q0 ${n(s * 1.25)} ${n(s * 0.9)} ${n(s * 0.92)}`, {
      stroke: '#5a3a26',
      width: s * 0.26,
    })
    addPath(
      sheet,
      `M${n(-s * 0.86)} ${n(s * 0.88)}Q0 ${n(s * 1.2)} ${n(s * 0.86)} ${n(s * 0.88)}`,
      { stroke: palette.lit, width: 2, opacity: 0.7 },
    )
    closeGroup(sheet)
  }
  const colours = ['#6e2a22', '#3f5e3a', '#2f4a63', '#7a5a24', '#4b3a66', '#2f5a58', '#6a4632']
  const seats: [number, number, number][] = crack
    ? [
        [0.5, -0.06, 180],
        [-0.16, 0.2, 90],
        [-0.16, 0.5, 90],
        [-0.16, 0.8, 90],
        [1.16, 0.2, -90],
        [1.16, 0.5, -90],
        [1.16, 0.8, -90],
      ]
    : [
        [0.2, -0.16, 180],
        [0.5, -0.16, 180],
        [0.8, -0.16, 180],
        [0.25, 1.16, 0],
        [0.75, 1.16, 0],
        [-0.1, 0.5, 90],
        [1.1, 0.5, -90],
      ]
  for (const [i, [u, v, turn]] of seats.entries()) {
    chair(left + tw * u, top + th * v, turn + rng.range(-9, 9), colours[i] ?? '#6e2a22')
  }
  dropShadow(sheet, w / 2, h / 2 + 10, tw * 0.62, th * 0.66)
  const slab = `M${n(left + 18)} ${n(top)}H${n(left + tw - 18)}Q${n(left + tw)} ${n(top)} ${n(left + tw)} ${n(top + 18)}V${n(top + th - 18)}Q${n(left + tw)} ${n(top + th)} ${n(left + tw - 18)} ${n(top + th)}H${n(left + 18)}Q${n(left)} ${n(top + th)} ${n(left)} ${n(top + th - 18)}V${n(top + 18)}Q${n(left)} ${n(top)} ${n(left + 18)} ${n(top)}Z`
  addPath(sheet, slab, { fill: '#6b4630', stroke: palette.dark, width: 4 })
  const noise = createNoise(seed)
  cutTone(sheet, {
    clip: slab,
    box: { x: left, y: top, w: tw, h: th },
    angle: crack ? Math.PI / 2 : 0,
    gap: 6,
    colour: '#d9a564',
    opacity: 0.7,
    bend: (x, y) => noise(x * 0.006, y * 0.008) * 14,
    tone: (x, y) =>
      0.75 -
      Math.hypot((x - w / 2) / tw, (y - h / 2) / th) * 0.9 +
      noise(x * 0.02, y * 0.05) * 0.25,
  })
  const plate = (x: number, y: number, r: number): void => {
    dropShadow(sheet, x + 2, y + 5, r * 1.25, r * 1.2)
    addPath(sheet, circlePath(x, y, r), { fill: '#d8cba8', stroke: palette.dark, width: 2 })
    addPath(sheet, circlePath(x, y, r * 0.68), { stroke: '#7a6a48', width: 1.6 })
    addPath(sheet, `M${n(x - r * 1.5)} ${n(y - r * 0.8)}V${n(y + r * 0.8)}`, {
      stroke: '#e9e2cc',
      width: 3,
    })
  }
  if (crack) {
    for (const [u, v] of [
      [0.5, 0.1],
      [0.16, 0.22],
      [0.16, 0.5],
      [0.16, 0.8],
      [0.84, 0.22],
      [0.84, 0.5],
      [0.84, 0.8],
    ] as const)
      plate(left + tw * u, top + th * v, w * 0.034)
    const gap: Point[] = [
      [0.44, 0.99],
      [0.56, 0.86],
      [0.43, 0.74],
      [0.58, 0.6],
      [0.45, 0.46],
      [0.55, 0.36],
      [0.46, 0.22],
      [0.52, 0.16],
    ].map(([u = 0, v = 0]) => [left + tw * u, top + th * v])
    const wide = [
      ...gap.map(([x, y], i) => [x - (9 - i) * 1.8, y] as const),
      ...[...gap].reverse().map(([x, y], i) => [x + (2 + i) * 1.8, y] as const),
    ]
    addPath(sheet, closedPath(wide), { fill: palette.dark })
    addPath(sheet, openPath(wide.slice(0, 8)), { stroke: paleGold, width: 2.2 })
    drawGlow(sheet, w / 2, top + th * 0.3, w * 0.2, gold, 0.6)
    drawApple(sheet, w * 0.505, top + th * 0.3, w * 0.05, palette, true)
    drawVignette(sheet, palette.dark, 0.75)
    return
  }
  drawGlow(sheet, w / 2, h / 2, w * 0.3, palette.lamp, 0.4)
  openGroup(sheet, `transform="translate(${n(w * 0.5)} ${n(h * 0.5)}) rotate(-5)"`)
  const map = closedPath([
    [-w * 0.14, -h * 0.13],
    [w * 0.13, -h * 0.14],
    [w * 0.145, h * 0.12],
    [-w * 0.13, h * 0.14],
  ])
  addPath(sheet, map, { fill: '#e6d6ac', stroke: palette.dark, width: 2 })
  for (const r of [1, 0.86, 0.7]) {
    const ring: Point[] = []
    for (let i = 0; i < 30; i += 1) {
      const a = (i / 30) * Math.PI * 2
      const q = r * (0.75 + noise(Math.cos(a) * 1.6 + 4, Math.sin(a) * 1.6) * 0.4)
      ring.push([Math.cos(a) * w * 0.11 * q, Math.sin(a) * h * 0.11 * q])
    }
    addPath(sheet, smoothClosed(ring), { stroke: '#6b4a2c', width: r === 1 ? 2.4 : 1, opacity: r })
  }
  addPath(sheet, `M${n(w * 0.012)} ${n(-h * 0.1)}l-9 34l16 12l-20 44l12 8l-8 24`, {
    stroke: '#a63a24',
    width: 3,
  })
  closeGroup(sheet)
  for (const [u, v] of [
    [0.12, 0.2],
    [0.9, 0.24],
    [0.14, 0.8],
    [0.86, 0.8],
    [0.5, 0.9],
  ] as const) {
    const x = left + tw * u
    const y = top + th * v
    dropShadow(sheet, x + 3, y + 6, 30, 30)
    addPath(sheet, circlePath(x, y, 22), { fill: '#8b6a3c', stroke: palette.dark, width: 3 })
    addPath(sheet, circlePath(x, y, 16), { fill: '#3a1c18' })
    addPath(sheet, `M${n(x - 10)} ${n(y - 4)}q10 -9 19 1`, { stroke: '#e0b45a', width: 2 })
  }
  drawDie(sheet, left + tw * 0.27, top + th * 0.56, 26, 20, 7, bone, '#6b2c1c')
  drawDie(sheet, left + tw * 0.75, top + th * 0.42, 26, -30, 4, slate, paleGold)
  drawApple(sheet, left + tw * 0.3, top + th * 0.26, 24, palette, true)
  drawVignette(sheet, palette.dark, 0.65)
}
