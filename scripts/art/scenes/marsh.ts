import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import { drawHouse } from '../lib/houses.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createRng } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addCircle, addPath } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { drawFerry } from '../lib/vessels.ts'
import { drawReeds, drawWater } from '../lib/water.ts'
import type { SceneOptions } from './orchard.ts'

/** Saltmere: houses on stilts over still water, plank walks, ferries, eel poles, reeds in front. */
export function drawMarsh(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.7,
    ferryman = true,
    houses = true,
    near = 1,
  }: SceneOptions & { focus?: number; ferryman?: boolean; houses?: boolean; near?: number },
): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const top = h * 0.58
  const moon = { x: w * (focus - 0.2), y: h * 0.32, r: h * 0.08 }
  drawSky(sheet, { seed, palette, horizon: top, moon, cloud: 1.6 })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: top * 0.99,
    rise: h * 0.08,
    depth: 0.96,
    peak: 0.3,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 3,
    palette,
    base: top * 1.005,
    rise: h * 0.035,
    depth: 0.8,
    peak: 0.2,
    moon,
    spread: 120,
  })
  drawMist(sheet, top, h * 0.07, palette.fog, 0.6)
  const rows = houses ? [0, 1, 2] : []
  const plan = rows.flatMap((rank) => {
    const size = h * (0.1 + rank * 0.07)
    const found: { x: number; base: number; w: number; rank: number }[] = []
    for (let x = w * (focus - 0.42 + rank * 0.13); x < w * 1.05; x += size * rng.range(1.25, 1.9)) {
      found.push({
        x: x + rng.range(-0.1, 0.1) * size,
        base: top + h * (0.005 + rank * 0.06) - size * rng.range(0.3, 0.5),
        w: size * rng.range(0.85, 1.15),
        rank,
      })
    }
    return found
  })
  const lamps = plan.map((house) => ({
    x: house.x,
    y: top + h * (0.02 + house.rank * 0.06),
    strength: 0.55 + house.rank * 0.25,
  }))
  const ferry = { x: w * (focus - 0.26), y: h * 0.82, s: h * 0.26 * near }
  if (ferryman) lamps.push({ x: ferry.x + ferry.s * 0.46, y: ferry.y, strength: 1.3 })
  drawWater(sheet, { seed, palette, top, moonX: moon.x, lamps })
  for (const [i, house] of plan.entries()) {
    const depth = 0.72 - house.rank * 0.3
    const foot = top + h * (0.025 + house.rank * 0.062)
    const next = plan[i + 1]
    if (next && next.rank === house.rank) {
      const y = house.base + house.w * 0.04
      addPath(sheet, stroke([house.x, y], [next.x, next.base + next.w * 0.04], house.w * 0.03), {
        fill: mix(palette.dark, palette.fog, depth * 0.6),
        stroke: palette.lit,
        width: 0.6,
      })
    }
    drawHouse(sheet, {
      x: house.x,
      base: house.base,
      w: house.w,
      palette,
      depth,
      seed: seed + i * 7,
      stilts: foot - house.base,
      lightSide: -1,
      lit: 0.75,
    })
    const lampX = house.x + house.w * 0.62
    drawGlow(sheet, lampX, house.base - house.w * 0.2, house.w * 0.4, palette.lamp, 0.6)
    addPath(sheet, stroke([lampX, foot], [lampX, house.base - house.w * 0.26], house.w * 0.016), {
      fill: palette.dark,
    })
    addCircle(sheet, lampX, house.base - house.w * 0.2, Math.max(1.2, house.w * 0.03), {
      fill: palette.lamp,
    })
  }
  if (houses)
    drawFerry(sheet, { x: w * (focus + 0.1), y: h * 0.76, size: h * 0.2, palette, facing: -1 })
  if (ferryman) {
    drawTraveller(sheet, {
      x: ferry.x - ferry.s * 0.1,
      y: ferry.y - ferry.s * 0.04,
      size: ferry.s * 0.62,
      palette,
      facing: -1,
    })
    addPath(
      sheet,
      stroke(
        [ferry.x - ferry.s * 0.02, ferry.y - ferry.s * 0.72],
        [ferry.x - ferry.s * 0.42, ferry.y + ferry.s * 0.22],
        ferry.s * 0.012,
      ),
      { fill: palette.dark, stroke: palette.lit, width: 0.9 },
    )
    drawFerry(sheet, { x: ferry.x, y: ferry.y, size: ferry.s, palette, facing: -1 })
  }
  for (let k = 0; k < w / 60; k += 1) {
    const u = rng.next()
    const edge = Math.abs(u - focus + 0.12)
    drawReeds(
      sheet,
      u * w,
      h * rng.range(0.98, 1.06),
      h * rng.range(0.1, 0.2) * (0.6 + edge * 1.3),
      palette,
      seed + k,
      u * w < moon.x ? 1 : -1,
    )
  }
}
