import { appleGap, appleOutline, gold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { createNoise, createRng } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, closeGroup, n, openGroup, openPath } from '../lib/sheet.ts'
import { drawSky } from '../lib/sky.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { ballTone, cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** The banner of the Ember Court in a ruined arch. */
export function drawBanner(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const noise = createNoise(seed)
  const rng = createRng(seed)
  drawSky(sheet, {
    seed,
    palette,
    horizon: h,
    moon: { x: w * 0.73, y: h * 0.6, r: w * 0.07 },
    cloud: 3,
  })
  const outer = `M0 0H${w}V${h}H0Z`
  const hole = `M${n(w * 0.14)} ${h}V${n(h * 0.42)}C${n(w * 0.14)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.42)}L${n(w * 0.83)} ${n(h * 0.56)}L${n(w * 0.88)} ${n(h * 0.64)}L${n(w * 0.85)} ${n(h * 0.8)}L${n(w * 0.9)} ${h}Z`
  addPath(sheet, outer + hole, { fill: palette.dark, extra: 'fill-rule="evenodd"' })
  const stones: string[] = []
  for (let k = -9; k <= 9; k += 1) {
    const a = -Math.PI / 2 + k * 0.17
    const r0 = 1
    const cx = w / 2
    const cy = h * 0.45
    const at = (q: number): Point => [
      cx + Math.cos(a) * w * 0.365 * q,
      cy + Math.sin(a) * h * 0.3 * q,
    ]
    stones.push(stroke(at(r0), at(1.22), 1.6))
  }
  addPath(sheet, stones.join(''), { fill: palette.lit, opacity: 0.6 })
  sheet.defs.push(`<clipPath id="ruin"><path clip-rule="evenodd" d="${outer}${hole}"/></clipPath>`)
  openGroup(sheet, 'clip-path="url(#ruin)"')
  cutTone(sheet, {
    box: { x: 0, y: 0, w, h },
    gap: 8,
    colour: palette.lit,
    opacity: 0.4,
    bend: (x, y) => noise(x * 0.01, y * 0.01) * 12,
    tone: (x, y) =>
      noise(Math.floor(x / 62) * 3.1 + Math.floor(y / 40) * 0.5, Math.floor(y / 40) * 7.7) * 0.3 +
      0.36 -
      Math.hypot(x / w - 0.5, y / h - 0.5) * 0.3,
  })
  addPath(sheet, hole, { stroke: palette.lit, width: 4, opacity: 0.8 })
  closeGroup(sheet)
  const red = '#8f2f1e'
  const left = w * 0.3
  const right = w * 0.7
  const wave = (t: number): number => Math.sin(t * 5 + 0.4) * w * 0.014
  const edge: Point[] = []
  for (let i = 0; i <= 20; i += 1) edge.push([left + wave(i / 20), h * (0.2 + 0.58 * (i / 20))])
  const tails: Point[] = [
    [w * 0.4, h * 0.9],
    [w * 0.44, h * 0.8],
    [w * 0.51, h * 0.93],
    [w * 0.57, h * 0.81],
    [w * 0.63, h * 0.88],
  ]
  const back: Point[] = []
  for (let i = 20; i >= 0; i -= 1)
    back.push([right + wave(i / 20 + 0.1), h * (0.2 + 0.58 * (i / 20))])
  const cloth = closedPath([...edge, ...tails, ...back])
  addPath(sheet, cloth, { fill: mix(red, palette.dark, 0.45) })
  cutTone(sheet, {
    clip: cloth,
    box: { x: left - 30, y: h * 0.18, w: w * 0.46, h: h * 0.78 },
    angle: Math.PI / 2,
    gap: 8,
    colour: '#cf5a34',
    bend: (_, y) => -wave((y / h - 0.2) / 0.58),
    tone: (x, y) => 0.45 + 0.45 * Math.sin((x / w) * 46 + y * 0.006),
  })
  addPath(sheet, openPath(edge) + openPath(back), { stroke: gold, width: 6 })
  addPath(
    sheet,
    closedPath([
      [left - w * 0.06, h * 0.185],
      [right + w * 0.06, h * 0.185],
      [right + w * 0.06, h * 0.21],
      [left - w * 0.06, h * 0.21],
    ]),
    { fill: '#4a3226', stroke: palette.lit, width: 1.6 },
  )
  openGroup(sheet, `transform="translate(${n(w / 2)} ${n(h * 0.48)})"`)
  const s = w * 0.12
  for (let k = 0; k < 11; k += 1) {
    const a = -Math.PI / 2 + (k - 5) * 0.27
    const r = s * (k % 2 ? 1.75 : 1.5)
    addPath(
      sheet,
      stroke(
        [Math.cos(a) * s * 1.16, Math.sin(a) * s * 1.16],
        [Math.cos(a) * r, Math.sin(a) * r],
        7,
        k % 2 ? 5 : -5,
      ),
      { fill: gold },
    )
  }
  addPath(sheet, appleOutline(s), { fill: palette.dark, stroke: gold, width: 6 })
  cutTone(sheet, {
    clip: appleOutline(s),
    box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
    angle: Math.PI / 2,
    gap: 8,
    colour: gold,
    bend: (x, y) => -x * 0.34 * (1 - (y / s) ** 2),
    tone: ballTone(0, 0, s),
  })
  addPath(sheet, openPath(appleGap(s)), { stroke: '#cf5a34', width: 6 })
  closeGroup(sheet)
  const sparks: string[] = []
  for (let k = 0; k < 70; k += 1) {
    const x = rng.range(0.16, 0.84) * w
    const y = rng.range(0.2, 1) * h
    sparks.push(stroke([x, y], [x + rng.range(-3, 5), y - rng.range(3, 10)], rng.range(0.8, 2)))
  }
  addPath(sheet, sparks.join(''), { fill: palette.lamp, opacity: 0.9 })
  drawVignette(sheet, palette.dark, 0.5)
}
