import { drawCandle } from '../lib/candle.ts'
import { mix } from '../lib/colour.ts'
import { limb } from '../lib/engrave.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, smoothClosed } from '../lib/sheet.ts'
import { drawAir, drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** Two people arguing across a small table by candlelight. */
export function drawArgument(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const cx = w / 2
  drawAir(sheet, { ...palette, sky: ['#0d0a12', '#241a24', '#6a4a32'] }, seed, cx, h * 0.44, 1.2)
  for (const side of [-1, 1] as const) {
    const pts = (values: readonly (readonly [number, number])[]): Point[] =>
      values.map(([x, y]) => [cx + side * x * w, y * h] as const)
    const coat = side < 0 ? '#2a1a22' : '#17202a'
    const body = smoothClosed(
      pts([
        [0.3, 0.32],
        [0.37, 0.4],
        [0.43, 0.5],
        [0.47, 0.72],
        [0.5, 1.05],
        [0.2, 1.05],
        [0.2, 0.74],
        [0.2, 0.56],
        [0.22, 0.42],
      ]),
    )
    const head = smoothClosed(
      pts([
        [0.26, 0.155],
        [0.32, 0.17],
        [0.345, 0.23],
        [0.33, 0.3],
        [0.3, 0.34],
        [0.25, 0.345],
        [0.225, 0.325],
        [0.228, 0.305],
        [0.218, 0.296],
        [0.222, 0.282],
        [0.2, 0.272],
        [0.216, 0.24],
        [0.214, 0.2],
      ]),
    )
    const hair =
      side < 0
        ? smoothClosed(
            pts([
              [0.22, 0.17],
              [0.27, 0.135],
              [0.34, 0.155],
              [0.375, 0.24],
              [0.365, 0.36],
              [0.32, 0.35],
              [0.315, 0.26],
              [0.27, 0.2],
              [0.22, 0.2],
            ]),
          )
        : smoothClosed(
            pts([
              [0.205, 0.19],
              [0.25, 0.13],
              [0.33, 0.14],
              [0.375, 0.2],
              [0.36, 0.28],
              [0.32, 0.29],
              [0.31, 0.23],
              [0.25, 0.195],
            ]),
          )
    const arm = limb(
      pts(
        side < 0
          ? [
              [0.33, 0.45],
              [0.26, 0.62],
              [0.15, 0.58],
              [0.075, 0.5],
            ]
          : [
              [0.33, 0.45],
              [0.32, 0.66],
              [0.2, 0.7],
              [0.1, 0.69],
            ],
      ),
      [w * 0.13, w * 0.1, w * 0.07, w * 0.045],
    )
    const tip = pts(
      side < 0
        ? [
            [0.075, 0.5],
            [0.04, 0.465],
          ]
        : [
            [0.1, 0.69],
            [0.05, 0.695],
          ],
    )
    const skin = side < 0 ? '#4a2a1e' : '#3a2226'
    addPath(sheet, body, { fill: coat })
    addPath(sheet, head, { fill: skin })
    addPath(sheet, hair, { fill: '#100b10' })
    const box = { x: side < 0 ? 0 : cx, y: 0, w: cx, h }
    const light = (x: number, y: number): number =>
      1.08 - Math.hypot((x - cx) / w, (y - h * 0.5) / h) * 2.9
    cutTone(sheet, {
      clip: head,
      box,
      angle: side * 1.25,
      gap: 6,
      colour: '#f0b878',
      tone: (x, y) => light(x, y) * 1.15 - 0.12,
    })
    cutTone(sheet, {
      clip: hair,
      box,
      angle: side * 1.9,
      gap: 7,
      colour: '#c98a4e',
      opacity: 0.6,
      tone: (x, y) => light(x, y) * 0.9 - 0.1,
    })
    cutTone(sheet, {
      clip: body,
      box,
      angle: side * 0.9,
      gap: 8,
      colour: side < 0 ? '#d98a58' : '#9fb0b4',
      opacity: 0.85,
      bend: (x, y) => Math.sin(x * 0.02 + y * 0.008) * 10,
      tone: (x, y) => light(x, y) * 0.95,
    })
    addPath(sheet, arm, { fill: mix(coat, '#000000', 0.15), stroke: '#c98a4e', width: 1.4 })
    cutTone(sheet, {
      clip: arm,
      box,
      angle: side * 0.5,
      gap: 8,
      colour: side < 0 ? '#e0945e' : '#a9bcc0',
      opacity: 0.85,
      tone: (x, y) => light(x, y) * 0.7,
    })
    addPath(sheet, limb(tip, [w * 0.042, w * 0.03]), {
      fill: '#d79a66',
      stroke: '#100b10',
      width: 2,
    })
    if (side < 0)
      addPath(
        sheet,
        limb(
          pts([
            [0.045, 0.475],
            [0.012, 0.43],
          ]),
          [w * 0.017, w * 0.011],
        ),
        { fill: '#d79a66', stroke: '#100b10', width: 1.6 },
      )
  }
  const top = h * 0.73
  addPath(
    sheet,
    closedPath([
      [w * 0.16, top],
      [w * 0.84, top],
      [w * 0.92, h],
      [w * 0.08, h],
    ]),
    { fill: '#4a2e1e', stroke: '#100b10', width: 4 },
  )
  cutTone(sheet, {
    clip: closedPath([
      [w * 0.16, top],
      [w * 0.84, top],
      [w * 0.92, h],
      [w * 0.08, h],
    ]),
    box: { x: 0, y: top, w, h: h - top },
    gap: 8,
    colour: '#e6b06a',
    opacity: 0.8,
    tone: (x, y) => 0.95 - Math.hypot((x - cx) / w, (y - top) / h) * 2.1,
  })
  drawCandle(sheet, cx, top + h * 0.1, w * 0.07, h * 0.2, palette, true, seed)
  drawVignette(sheet, '#0a0709', 0.6)
}
