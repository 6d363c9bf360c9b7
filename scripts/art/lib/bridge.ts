import { mix } from './colour.ts'
import { stroke, swell } from './engrave.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import type { Point, Sheet } from './sheet.ts'
import { addCircle, addPath, closedPath, openPath } from './sheet.ts'

export type BridgeOptions = {
  from: Point
  to: Point
  sag: number
  /** Height of the hand rope above the planks. */
  rail: number
  palette: Palette
  depth: number
  lamps?: number
}

/** A rope bridge: two hand ropes, planks, hangers. */
export function drawBridge(
  sheet: Sheet,
  { from, to, sag, rail, palette, depth, lamps = 0 }: BridgeOptions,
): void {
  const span = Math.hypot(to[0] - from[0], to[1] - from[1])
  const at = (t: number, lift: number): Point => [
    from[0] + (to[0] - from[0]) * t,
    from[1] + (to[1] - from[1]) * t + 4 * sag * t * (1 - t) - lift,
  ]
  const count = Math.max(8, Math.round(span / Math.max(3, rail * 0.28)))
  const deck: Point[] = []
  const hand: Point[] = []
  const second: Point[] = []
  for (let i = 0; i <= count; i += 1) {
    const t = i / count
    deck.push(at(t, 0))
    hand.push(at(t, rail * (1 - 0.25 * Math.sin(Math.PI * t))))
    second.push(at(t, rail * 0.82 * (1 - 0.2 * Math.sin(Math.PI * t)) + rail * 0.22))
  }
  const line = mix(palette.lit, palette.fog, depth * 0.6)
  const thick = Math.max(0.8, rail * 0.055)
  const under = deck.map(([x, y]) => [x, y + thick * 2.2] as const)
  addPath(sheet, closedPath([...deck, ...under.reverse()]), { fill: palette.dark })
  const parts: string[] = []
  deck.forEach((point, i) => {
    const top = hand[i]
    if (!top) return
    parts.push(
      stroke(
        [point[0] - thick, point[1] + thick * 1.1],
        [point[0] + thick, point[1] + thick * 1.1],
        thick * 0.9,
      ),
    )
    if (i % 2 === 0) parts.push(stroke(point, top, thick * 0.32))
  })
  addPath(sheet, parts.join(''), { fill: line, opacity: 0.85 })
  addPath(sheet, openPath(hand), { stroke: line, width: thick * 0.8 })
  addPath(sheet, openPath(second), { stroke: line, width: thick * 0.5, opacity: 0.6 })
  addPath(sheet, openPath(deck), { stroke: line, width: thick * 0.9, opacity: 0.9 })
  for (const end of [from, to]) {
    addPath(
      sheet,
      swell(
        [
          [end[0], end[1] + rail * 0.3],
          [end[0], end[1] - rail * 0.6],
          [end[0], end[1] - rail * 1.35],
        ],
        [rail * 0.12, rail * 0.12, rail * 0.12],
      ),
      { fill: palette.dark, stroke: line, width: thick * 0.3 },
    )
  }
  for (let k = 1; k <= lamps; k += 1) {
    const [x, y] = at(k / (lamps + 1), rail * 0.75)
    drawGlow(sheet, x, y, rail * 1.6, palette.lamp, 0.5)
    addCircle(sheet, x, y, Math.max(1, rail * 0.11), { fill: palette.lamp })
  }
}
