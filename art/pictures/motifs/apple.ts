import { mix } from '../../kit/colour.ts'
import { dots, n, openPath, type Point, scaled } from '../../kit/points.ts'
import { addPath, closeGroup, openGroup, type Sheet } from '../../kit/sheet.ts'
import { ballTone, cutTone, type ToneOptions } from '../../kit/tone.ts'
import { gold, type Palette, paleGold } from '../../palette.ts'

/** The outline of the apple of discord around (0, 0); `s` is half its height. */
export function appleOutline(s: number): string {
  return scaled(
    'M0 -0.62C0.22 -0.92 0.98 -0.9 0.98 -0.14C0.98 0.44 0.56 0.98 0.24 0.94C0.12 0.92 0.08 0.86 0 0.86C-0.08 0.86 -0.12 0.92 -0.24 0.94C-0.56 0.98 -0.98 0.44 -0.98 -0.14C-0.98 -0.9 -0.22 -0.92 0 -0.62Z',
    s,
  )
}

/** The lightning-thin gap that splits the apple, as a list of points from stem to foot. */
export function appleGap(s: number): Point[] {
  return dots('0.02,-0.74 -0.1,-0.3 0.13,-0.16 -0.09,0.26 0.09,0.38 0,0.86', s)
}

/** Meridians on the apple. */
export function cutApple(
  sheet: Sheet,
  s: number,
  cuts: Pick<ToneOptions, 'gap' | 'colour' | 'opacity' | 'tone'>,
): void {
  cutTone(sheet, {
    ...cuts,
    clip: appleOutline(s),
    box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
    angle: Math.PI / 2,
    bend: (x, y) => -x * 0.34 * (1 - (y / s) ** 2),
  })
}

/** A golden apple, whole or split. */
export function drawApple(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  palette: Palette,
  split = true,
  side: 1 | -1 = 1,
): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)})"`)
  const d = appleOutline(s)
  addPath(sheet, d, { fill: mix(gold, palette.dark, 0.52) })
  const ball = ballTone(0, 0, s * 1.02, side)
  cutApple(sheet, s, {
    gap: s * 0.05,
    colour: gold,
    tone: (px, py) => ball(px, py) * 0.9 + 0.42,
  })
  cutApple(sheet, s, {
    gap: s * 0.05,
    colour: paleGold,
    tone: (px, py) => ball(px, py) * 1.25 - 0.36,
  })
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.03 })
  addPath(sheet, scaled('M0.01 -0.64C0.02 -0.84 0.08 -0.98 0.2 -1.12', s), {
    stroke: palette.dark,
    width: s * 0.075,
  })
  addPath(
    sheet,
    scaled('M0.06 -0.88C0.24 -1.16 0.58 -1.16 0.74 -1.02C0.56 -0.84 0.28 -0.78 0.06 -0.88Z', s),
    { fill: mix(palette.leaf, palette.lit, 0.3), stroke: palette.dark, width: s * 0.02 },
  )
  addPath(sheet, scaled('M0.08 -0.89Q0.4 -1.02 0.7 -1.02', s), {
    stroke: palette.dark,
    width: s * 0.014,
  })
  if (split) {
    const gap = appleGap(s)
    addPath(sheet, openPath(gap), { stroke: palette.dark, width: s * 0.07 })
    addPath(sheet, openPath(gap.map(([px, py]) => [px + side * s * 0.03, py] as const)), {
      stroke: paleGold,
      width: s * 0.018,
    })
  }
  closeGroup(sheet)
}

/** An apple seed, pointed at the top; `s` is half its length. */
export function seedOutline(s: number): string {
  return scaled(
    'M0 -1C0.3 -0.7 0.62 -0.1 0.56 0.4C0.5 0.84 0.24 1 0 1C-0.24 1 -0.5 0.84 -0.56 0.4C-0.62 -0.1 -0.3 -0.7 0 -1Z',
    s,
  )
}

export function drawSeed(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  turn: number,
  palette: Palette,
  body = '#6a3b22',
): void {
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"`)
  const d = seedOutline(s)
  addPath(sheet, d, { fill: mix(body, palette.dark, 0.45) })
  const ball = ballTone(0, s * 0.2, s)
  cutTone(sheet, {
    clip: d,
    box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
    angle: Math.PI / 2,
    gap: s * 0.075,
    colour: mix(body, paleGold, 0.45),
    bend: (px, py) => -px * 0.5 * (1 - (py / s) ** 2 * 0.4),
    tone: (px, py) => ball(px * 1.5, py) * 0.9 + 0.12,
  })
  addPath(sheet, scaled('M0.2 -0.3Q0.38 0.06 0.34 0.4', s), {
    stroke: '#fff1cc',
    width: s * 0.05,
    opacity: 0.85,
  })
  addPath(sheet, d, { stroke: palette.dark, width: s * 0.04 })
  closeGroup(sheet)
}
