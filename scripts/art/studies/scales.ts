import { appleGap, appleOutline, gold, paleGold } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import type { Sheet } from '../lib/sheet.ts'
import {
  addCircle,
  addClip,
  addPath,
  closedPath,
  closeGroup,
  n,
  openGroup,
  openPath,
  smoothClosed,
} from '../lib/sheet.ts'
import { drawAir, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { ballTone, cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A pair of scales: half an apple against five weights. */
export function drawScales(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const cx = w / 2
  drawAir(sheet, palette, seed, cx, h * 0.4)
  const floor = h * 0.86
  addPath(sheet, `M0 ${n(floor)}H${w}V${h}H0Z`, { fill: '#20161a' })
  cutTone(sheet, {
    box: { x: 0, y: floor, w, h: h - floor },
    gap: 7,
    colour: palette.lamp,
    opacity: 0.45,
    tone: (x, y) => 0.55 - Math.abs(x - cx) / w - (y - floor) / h,
  })
  const brass = (
    d: string,
    box: { x: number; y: number; w: number; h: number },
    angle: number,
    tone: (x: number, y: number) => number,
  ): void => {
    addPath(sheet, d, { fill: mix(gold, palette.dark, 0.5), stroke: palette.dark, width: 3 })
    cutTone(sheet, { clip: d, box, angle, gap: 5, colour: paleGold, tone })
  }
  dropShadow(sheet, cx, floor + 22, w * 0.26, h * 0.05)
  brass(
    `M${n(cx - w * 0.16)} ${n(floor + 20)}q${n(w * 0.02)} ${n(-h * 0.05)} ${n(w * 0.13)} ${n(-h * 0.07)}h${n(w * 0.06)}q${n(w * 0.11)} ${n(h * 0.02)} ${n(w * 0.13)} ${n(h * 0.07)}Z`,
    { x: cx - w * 0.2, y: floor - h * 0.08, w: w * 0.4, h: h * 0.12 },
    0,
    (x) => 0.3 + ((x - cx) / w) * 2.4,
  )
  brass(
    smoothClosed([
      [cx - 12, floor - 20],
      [cx - 26, h * 0.62],
      [cx - 9, h * 0.5],
      [cx - 13, h * 0.3],
      [cx - 20, h * 0.22],
      [cx, h * 0.14],
      [cx + 20, h * 0.22],
      [cx + 13, h * 0.3],
      [cx + 9, h * 0.5],
      [cx + 26, h * 0.62],
      [cx + 12, floor - 20],
    ]),
    { x: cx - 40, y: h * 0.1, w: 80, h: h * 0.8 },
    0,
    (x) => 0.35 + (x - cx) / 34,
  )
  const tilt = 0.07
  const ends = [-1, 1].map(
    (side) => [cx + side * w * 0.33, h * 0.225 + side * tilt * w * 0.33] as const,
  )
  brass(
    smoothClosed([
      [cx - w * 0.34, h * 0.225 - tilt * w * 0.34 - 7],
      [cx - 40, h * 0.2],
      [cx, h * 0.19],
      [cx + 40, h * 0.21],
      [cx + w * 0.34, h * 0.225 + tilt * w * 0.34 - 7],
      [cx + w * 0.34, h * 0.225 + tilt * w * 0.34 + 8],
      [cx + 30, h * 0.245],
      [cx, h * 0.25],
      [cx - 30, h * 0.24],
      [cx - w * 0.34, h * 0.225 - tilt * w * 0.34 + 8],
    ]),
    { x: 0, y: h * 0.1, w, h: h * 0.3 },
    Math.PI / 2,
    () => 0.45,
  )
  ends.forEach(([x, y], i) => {
    const pan = y + h * 0.36
    const r = w * 0.15
    addPath(
      sheet,
      `M${n(x)} ${n(y)}L${n(x - r)} ${n(pan)}M${n(x)} ${n(y)}L${n(x + r)} ${n(pan)}M${n(x)} ${n(y)}L${n(x + r * 0.1)} ${n(pan)}`,
      { stroke: gold, width: 2.6 },
    )
    addCircle(sheet, x, y, 10, { fill: gold, stroke: palette.dark, width: 3 })
    if (i === 1) {
      openGroup(sheet, `transform="translate(${n(x)} ${n(pan - r * 0.44)}) rotate(8)"`)
      const s = r * 0.62
      openGroup(
        sheet,
        addClip(
          sheet,
          closedPath([
            ...appleGap(s).map(([a, b]) => [a, b] as const),
            [s * 1.2, s],
            [s * 1.2, -s],
          ]),
        ),
      )
      addPath(sheet, appleOutline(s), { fill: '#7a3a22' })
      cutTone(sheet, {
        clip: appleOutline(s),
        box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
        angle: Math.PI / 2,
        gap: 5,
        colour: paleGold,
        bend: (px, py) => -px * 0.34 * (1 - (py / s) ** 2),
        tone: ballTone(0, 0, s),
      })
      closeGroup(sheet)
      addPath(sheet, openPath(appleGap(s)), { stroke: '#fff1cc', width: 4 })
      closeGroup(sheet)
    } else {
      for (const [dx, size] of [
        [-0.72, 0.2],
        [-0.38, 0.27],
        [0, 0.36],
        [0.4, 0.27],
        [0.74, 0.2],
      ] as const) {
        const wx = x + dx * r
        const ww = r * size
        brass(
          `M${n(wx - ww)} ${n(pan)}L${n(wx - ww * 0.8)} ${n(pan - ww * 2)}H${n(wx - ww * 0.25)}V${n(pan - ww * 2.3)}a${n(ww * 0.35)} ${n(ww * 0.35)} 0 1 1 ${n(ww * 0.5)} 0V${n(pan - ww * 2)}H${n(wx + ww * 0.8)}L${n(wx + ww)} ${n(pan)}Z`,
          { x: wx - ww, y: pan - ww * 3, w: ww * 2, h: ww * 3 },
          Math.PI / 2,
          (px) => 0.3 + ((px - wx) / ww) * 0.5,
        )
      }
    }
    brass(
      `M${n(x - r * 1.12)} ${n(pan)}Q${n(x)} ${n(pan + r * 0.85)} ${n(x + r * 1.12)} ${n(pan)}Z`,
      { x: x - r * 1.2, y: pan, w: r * 2.4, h: r },
      0,
      (px, py) => 0.5 + ((px - x) / r) * 0.4 - ((py - pan) / r) * 0.8,
    )
  })
  drawVignette(sheet, palette.dark, 0.6)
}
