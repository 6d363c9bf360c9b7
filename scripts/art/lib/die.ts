import { mix } from './colour.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, closedPath, closeGroup, n, openGroup } from './sheet.ts'
import { cutTone } from './tone.ts'

const at = (s: number, values: readonly number[]): string => values.map((v) => n(v * s)).join(' ')

const digits: Record<number, string> = {
  3: 'M-.3 -.42Q.3 -.62.28 -.24Q.24 0-.06-.02Q.34 0 .3.3Q.2.62-.32.44',
  4: 'M.14.5V-.5L-.34.18H.36',
  7: 'M-.32-.48H.32Q-.02 0-.1.5',
  8: 'M0-.02C-.4-.1-.34-.52 0-.52C.34-.52.4-.1 0-.02C-.44.06-.4.52 0 .52C.4.52.44.06 0-.02Z',
}

/** A ten-sided die resting on a face; `face` is the colour of its body, `ink` of its number. */
export function drawDie(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  turn: number,
  value: 3 | 4 | 7 | 8,
  face: string,
  ink: string,
): void {
  const light = mix(face, '#fffaf0', 0.4)
  const dark = mix(face, '#0d0a10', 0.5)
  const kite = (points: readonly Point[], tone: number, angle: number): void => {
    const d = closedPath(points.map(([px, py]) => [px * s, py * s] as const))
    addPath(sheet, d, { fill: mix(dark, face, tone), stroke: dark, width: s * 0.014 })
    cutTone(sheet, {
      clip: d,
      box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
      angle,
      gap: s * 0.045,
      colour: light,
      opacity: 0.75,
      tone: (px, py) => tone * 0.55 - (py / s) * 0.18 + (px / s) * 0.12 - 0.08,
    })
  }
  openGroup(sheet, `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"`)
  kite(
    [
      [0, -0.98],
      [-0.58, 0.12],
      [-0.96, 0.34],
      [-0.84, -0.2],
    ],
    0.42,
    1.1,
  )
  kite(
    [
      [0, -0.98],
      [0.58, 0.12],
      [0.96, 0.34],
      [0.84, -0.2],
    ],
    0.8,
    -1.1,
  )
  kite(
    [
      [-0.58, 0.12],
      [0, 0.46],
      [0, 0.94],
      [-0.96, 0.34],
    ],
    0.16,
    0.4,
  )
  kite(
    [
      [0.58, 0.12],
      [0, 0.46],
      [0, 0.94],
      [0.96, 0.34],
    ],
    0.34,
    -0.4,
  )
  kite(
    [
      [0, -0.98],
      [0.58, 0.12],
      [0, 0.46],
      [-0.58, 0.12],
    ],
    1,
    0.1,
  )
  addPath(
    sheet,
    `M0 ${n(-s * 0.98)}L${at(s, [0.58, 0.12])}L${at(s, [0, 0.46])}L${at(s, [-0.58, 0.12])}Z`,
    { stroke: light, width: s * 0.016, opacity: 0.8 },
  )
  openGroup(
    sheet,
    `transform="translate(0 ${n(-s * 0.06)}) scale(${n(s * 3.9) === '0' ? 1 : (s * 0.39).toFixed(2)})"`,
  )
  addPath(sheet, digits[value] ?? '', { stroke: ink, width: 0.15 })
  closeGroup(sheet)
  closeGroup(sheet)
}
