import { appleGap, appleOutline, paleGold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { drawTraveller } from '../lib/figures.ts'
import { createNoise } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addClip, addPath, closedPath, closeGroup, n, openGroup, openPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

const beam = (
  sheet: Sheet,
  d: string,
  box: { x: number; y: number; w: number; h: number },
  angle: number,
  line: string,
  dark: string,
  seed: number,
): void => {
  const noise = createNoise(seed)
  addPath(sheet, d, { fill: mix('#3a2619', dark, 0.4), stroke: dark, width: 3 })
  cutTone(sheet, {
    clip: d,
    box,
    angle,
    gap: 6,
    colour: line,
    opacity: 0.65,
    bend: (x, y) => noise(x * 0.012, y * 0.012) * 7,
    tone: (x, y) => 0.28 + noise(x * 0.02, y * 0.02) * 0.4,
  })
}

/** Old Patience in its frame; `keeper` puts a bellwarden beneath it for scale. */
export function drawBell(
  sheet: Sheet,
  { seed, palette, keeper = false }: SceneOptions & { keeper?: boolean },
): void {
  const { width: w, height: h } = sheet
  const cx = w * 0.5
  const s = keeper ? h * 0.36 : h * 0.41
  const top = keeper ? h * 0.15 : h * 0.14
  const moon = { x: cx + s * 1.05, y: h * 0.52, r: h * 0.12 }
  drawSky(sheet, { seed, palette, horizon: h, moon })
  drawMist(sheet, h * 0.9, h * 0.2, palette.fog, 0.6)
  const post = h * 0.055
  for (const side of [-1, 1]) {
    const x = cx + side * s * 1.28
    beam(
      sheet,
      closedPath([
        [x - post, top - post],
        [x + post, top - post],
        [x + post * 1.2, h],
        [x - post * 1.2, h],
      ]),
      { x: x - post * 1.3, y: 0, w: post * 2.6, h },
      Math.PI / 2,
      palette.lit,
      palette.dark,
      seed + side,
    )
    const bx = cx + side * s * 0.72
    beam(
      sheet,
      closedPath([
        [bx, top + post * 0.2],
        [bx + side * post * 1.2, top + post * 0.2],
        [x, top + s * 0.62],
        [x, top + s * 0.8],
      ]),
      { x: Math.min(bx, x) - 10, y: top, w: s * 0.8, h: s },
      side * 0.8,
      palette.lit,
      palette.dark,
      seed + 5,
    )
  }
  beam(
    sheet,
    closedPath([
      [cx - s * 1.6, top - post],
      [cx + s * 1.6, top - post],
      [cx + s * 1.6, top + post * 0.8],
      [cx - s * 1.6, top + post * 0.8],
    ]),
    { x: cx - s * 1.7, y: top - post, w: s * 3.4, h: post * 2 },
    0,
    palette.lit,
    palette.dark,
    seed + 9,
  )
  openGroup(sheet, `transform="translate(${n(cx)} ${n(top + post)})"`)
  const at = (x: number, y: number): string => `${n(x * s)} ${n(y * s)}`
  addPath(sheet, `M${at(-0.12, -0.1)}L${at(-0.12, 0.16)}H${n(s * 0.12)}L${at(0.12, -0.1)}Z`, {
    fill: palette.dark,
    stroke: palette.lit,
    width: 2,
  })
  const d = `M${at(-0.2, 0.12)}C${at(-0.52, 0.16)} ${at(-0.54, 0.42)} ${at(-0.58, 0.76)}C${at(-0.62, 1.08)} ${at(-0.72, 1.26)} ${at(-0.9, 1.42)}L${at(-0.88, 1.52)}Q${at(0, 1.66)} ${at(0.88, 1.52)}L${at(0.9, 1.42)}C${at(0.72, 1.26)} ${at(0.62, 1.08)} ${at(0.58, 0.76)}C${at(0.54, 0.42)} ${at(0.52, 0.16)} ${at(0.2, 0.12)}Q${at(0, 0.08)} ${at(-0.2, 0.12)}Z`
  addPath(
    sheet,
    `M${at(-0.06, 1.4)}L${at(-0.05, 1.66)}A${n(s * 0.12)} ${n(s * 0.12)} 0 1 0 ${at(0.05, 1.66)}L${at(0.06, 1.4)}Z`,
    { fill: palette.dark, stroke: palette.lit, width: 2.4 },
  )
  const bronze = '#a97a35'
  addPath(sheet, d, { fill: mix(bronze, palette.dark, 0.68) })
  const half = (y: number): number => (y < 0.8 ? 0.58 : 0.58 + ((y - 0.8) / 0.7) ** 1.6 * 0.34) * s
  const noise = createNoise(seed)
  const shade = (x: number, y: number): number => {
    const u = x / half(y / s)
    return (
      Math.sqrt(Math.max(0, 1 - u * u)) * 0.25 +
      u * 0.72 -
      0.05 +
      0.55 * Math.exp(-(((u + 0.62) / 0.13) ** 2)) * 0.6
    )
  }
  const box = { x: -s, y: 0, w: 2 * s, h: s * 1.7 }
  const bend = (x: number, y: number): number => (1 - (x / half(y / s)) ** 2) * s * 0.08
  cutTone(sheet, {
    clip: d,
    box,
    gap: s * 0.02,
    colour: bronze,
    bend,
    tone: (x, y) => shade(x, y) + 0.2 + noise(x * 0.04, y * 0.06) * 0.16,
  })
  cutTone(sheet, {
    clip: d,
    box,
    gap: s * 0.02,
    colour: paleGold,
    bend,
    tone: (x, y) => (shade(x, y) - 0.5) * 1.7,
  })
  for (const [y, width] of [
    [0.36, 3],
    [0.41, 1.6],
    [1.06, 1.6],
    [1.11, 4],
    [1.36, 2],
    [1.42, 5],
  ] as const) {
    const r = half(y) * (y < 0.4 ? 0.95 : 1)
    addPath(sheet, `M${n(-r)} ${n(y * s)}Q0 ${n(y * s + s * 0.16)} ${n(r)} ${n(y * s)}`, {
      stroke: palette.dark,
      width: width + 2,
      extra: addClip(sheet, d),
    })
    addPath(
      sheet,
      `M${n(-r)} ${n(y * s + 2.5)}Q0 ${n(y * s + s * 0.16 + 2.5)} ${n(r)} ${n(y * s + 2.5)}`,
      { stroke: paleGold, width: 1, opacity: 0.8, extra: addClip(sheet, d) },
    )
  }
  openGroup(sheet, `transform="translate(0 ${n(s * 0.83)})"`)
  addPath(sheet, appleOutline(s * 0.15), {
    fill: mix(bronze, palette.dark, 0.5),
    stroke: palette.dark,
    width: 3,
  })
  addPath(sheet, appleOutline(s * 0.15), { stroke: paleGold, width: 1.4, opacity: 0.9 })
  addPath(sheet, openPath(appleGap(s * 0.15)), { stroke: palette.dark, width: 4 })
  closeGroup(sheet)
  closeGroup(sheet)
  if (keeper) {
    const floor = h * 0.95
    addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: palette.dark })
    cutTone(sheet, {
      box: { x: 0, y: floor, w, h: h - floor },
      gap: 6,
      colour: palette.lit,
      opacity: 0.5,
      tone: (x) => 0.5 - Math.abs(x - cx) / w,
    })
    drawTraveller(sheet, { x: cx - s * 0.5, y: h * 0.965, size: h * 0.2, palette, lantern: true })
  }
  drawVignette(sheet, palette.dark, 0.5)
}
