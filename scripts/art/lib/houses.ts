import { mix } from './colour.ts'
import { stroke } from './engrave.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import { createRng } from './rng.ts'
import type { Sheet } from './sheet.ts'
import { addPath, closedPath, n } from './sheet.ts'
import { cutTone } from './tone.ts'
import { arch, depthFill } from './towers.ts'

export type HouseOptions = {
  x: number
  base: number
  w: number
  palette: Palette
  depth: number
  seed: number
  stilts?: number
  lightSide?: 1 | -1
  lit?: number
  chimney?: boolean
}

/** A small gabled house, on stilts if asked. (x, base) is the middle of its floor. */
export function drawHouse(
  sheet: Sheet,
  {
    x,
    base,
    w,
    palette,
    depth,
    seed,
    stilts = 0,
    lightSide = 1,
    lit = 0.7,
    chimney = true,
  }: HouseOptions,
): void {
  const rng = createRng(seed)
  const fill = depthFill(palette, depth)
  const line = mix(palette.lit, palette.fog, depth * 0.6)
  const h = w * rng.range(0.42, 0.56)
  const half = w / 2
  if (stilts) {
    const legs: string[] = []
    for (let k = 0; k < 5; k += 1) {
      const lx = x - half * 0.95 + (k / 4) * w * 0.95
      legs.push(stroke([lx, base], [lx + rng.range(-2, 2), base + stilts], w * 0.022))
      if (k < 4 && k % 2 === 0)
        legs.push(
          stroke([lx, base + stilts * 0.15], [lx + w * 0.23, base + stilts * 0.7], w * 0.012),
        )
    }
    addPath(sheet, legs.join(''), { fill, stroke: line, width: Math.max(0.3, w * 0.004) })
  }
  if (chimney)
    addPath(
      sheet,
      closedPath([
        [x - half * 0.5, base - h],
        [x - half * 0.5, base - h * 1.95],
        [x - half * 0.3, base - h * 1.95],
        [x - half * 0.3, base - h],
      ]),
      { fill },
    )
  const wall = closedPath([
    [x - half, base],
    [x - half, base - h],
    [x + half, base - h],
    [x + half, base],
  ])
  addPath(sheet, wall, { fill })
  cutTone(sheet, {
    clip: wall,
    box: { x: x - half, y: base - h, w, h },
    angle: Math.PI / 2,
    gap: Math.max(3, w * 0.045),
    colour: line,
    opacity: 0.65,
    tone: (px) => 0.14 + ((px - x) / half) * lightSide * 0.22,
  })
  const roof = closedPath([
    [x - half * 1.18, base - h * 0.94],
    [x - half * 0.72, base - h * 1.85],
    [x + half * 0.72, base - h * 1.85],
    [x + half * 1.18, base - h * 0.94],
  ])
  addPath(sheet, roof, { fill: mix(fill, palette.dark, 0.4) })
  cutTone(sheet, {
    clip: roof,
    box: { x: x - half * 1.2, y: base - h * 1.9, w: w * 1.2, h },
    gap: Math.max(3, w * 0.04),
    colour: line,
    opacity: 0.9,
    tone: (px) =>
      (0.3 + ((px - x) / half) * lightSide * 0.28) * (0.8 - depth * 0.3) + (rng.next() - 0.5) * 0.2,
  })
  addPath(
    sheet,
    closedPath([
      [x - half * 1.12, base],
      [x + half * 1.12, base],
      [x + half * 1.12, base + w * 0.035],
      [x - half * 1.12, base + w * 0.035],
    ]),
    { fill, stroke: line, width: Math.max(0.3, w * 0.006) },
  )
  for (const side of [-0.3, 0.02, 0.32]) {
    const size = w * 0.12
    const on = rng.chance(lit)
    if (on) drawGlow(sheet, x + side * w, base - h * 0.5, size * 3.6, palette.lamp, 0.45)
    addPath(sheet, arch(x + side * w, base - h * 0.28, size, size * 1.35), {
      fill: on ? palette.lamp : palette.dark,
    })
    if (on)
      addPath(sheet, `M${n(x + side * w)} ${n(base - h * 0.28)}v${n(-size * 1.3)}`, {
        stroke: palette.dark,
        width: size * 0.1,
      })
  }
}
