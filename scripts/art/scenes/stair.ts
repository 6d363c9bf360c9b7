import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { drawTraveller } from '../lib/figures.ts'
import type { Palette } from '../lib/palette.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, smoothClosed } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import { cutTone } from '../lib/tone.ts'
import { depthFill } from '../lib/towers.ts'
import type { SceneOptions } from './orchard.ts'

type Flight = {
  from: Point
  to: Point
  steps: number
  depth: number
  arches: number
  bottom: number
  seed: number
}

/** One flight of the stair on ruined arches; returns the tread corners so that figures can stand on them. */
function drawFlight(sheet: Sheet, palette: Palette, flight: Flight, lightX: number): Point[] {
  const { from, to, steps, depth, bottom } = flight
  const rng = createRng(flight.seed)
  const fill = depthFill(palette, depth)
  const line = mix(palette.lit, palette.fog, depth * 0.6)
  const treads: Point[] = []
  const edge: Point[] = []
  for (let i = 0; i < steps; i += 1) {
    const x0 = from[0] + ((to[0] - from[0]) * i) / steps
    const x1 = from[0] + ((to[0] - from[0]) * (i + 1)) / steps
    const y = from[1] + ((to[1] - from[1]) * (i + 1)) / steps
    const chip = rng.chance(0.16) ? (rng.range(0.2, 0.8) * Math.abs(to[1] - from[1])) / steps : 0
    edge.push([x0, y + chip], [x1, y])
    treads.push([(x0 + x1) / 2, y + chip])
  }
  const span = (to[0] - from[0]) / flight.arches
  const soffit: string[] = []
  for (let k = 0; k < flight.arches; k += 1) {
    const a = from[0] + span * (k + 0.16)
    const b = from[0] + span * (k + 0.84)
    const crown = from[1] + (to[1] - from[1]) * ((k + 0.5) / flight.arches) + Math.abs(span) * 0.42
    if (crown + Math.abs(span) * 0.4 > bottom) continue
    const spring = crown + Math.abs(span) * 0.42
    soffit.push(
      `M${a} ${bottom + 5}L${a} ${spring}Q${a} ${crown} ${(a + b) / 2} ${crown}Q${b} ${crown} ${b} ${spring}L${b} ${bottom + 5}Z`,
    )
  }
  const d = `${closedPath([[from[0], bottom], ...edge, [to[0], bottom]])}`
  addPath(sheet, d + soffit.join(''), { fill, extra: 'fill-rule="evenodd"' })
  const minX = Math.min(from[0], to[0])
  const noise = createNoise(flight.seed)
  const side = lightX > minX ? 1 : -1
  const clip = d + soffit.join('')
  sheet.defs.push(
    `<clipPath id="f${flight.seed}"><path clip-rule="evenodd" d="${clip}"/></clipPath>`,
  )
  sheet.body.push(`<g clip-path="url(#f${flight.seed})">`)
  cutTone(sheet, {
    box: { x: minX, y: to[1], w: Math.abs(to[0] - from[0]), h: bottom - to[1] },
    gap: 5,
    colour: line,
    opacity: 0.65 - depth * 0.2,
    tone: (x, y) => {
      const u = (((x - from[0]) / span) % 1) - 0.5
      const top = from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1])
      return (
        (0.3 * Math.abs(u) * 2 - u * side * 0.5) * Math.exp(-(y - top) / (sheet.height * 0.28)) +
        fbm(noise, x * 0.02, y * 0.05, 2) * 0.3 +
        0.04
      )
    },
  })
  sheet.body.push('</g>')
  const tops = edge
    .filter((_, i) => i % 2 === 1)
    .map((point, i) => {
      const start = edge[i * 2]
      return start ? stroke(start, point, Math.max(0.9, 2.4 - depth * 2)) : ''
    })
  addPath(sheet, tops.join(''), { fill: line, opacity: 0.95 })
  return treads
}

/** The Ashen Stair: flight behind flight on broken arches, climbing into cloud. */
export function drawStair(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.72,
    figures = true,
    breadth = 0.42,
  }: SceneOptions & { focus?: number; figures?: boolean; breadth?: number },
): Point[] {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const unit = Math.min(w * breadth, h * 0.95)
  const cx = w * focus
  const moon = { x: cx - unit * 0.42, y: h * 0.4, r: h * 0.085 }
  drawSky(sheet, { seed, palette, horizon: h * 0.9, moon, cloud: 2 })
  drawRidge(sheet, {
    seed: seed + 3,
    palette,
    base: h * 0.82,
    rise: h * 0.16,
    depth: 0.95,
    peak: 0.9,
    moon,
  })
  const flights: Flight[] = [
    {
      from: [cx - unit * 0.05, h * 0.42],
      to: [cx + unit * 0.75, h * -0.06],
      steps: 24,
      depth: 0.86,
      arches: 6,
      bottom: h,
      seed: seed + 1,
    },
    {
      from: [cx + unit * 0.66, h * 0.62],
      to: [cx - unit * 0.2, h * 0.28],
      steps: 26,
      depth: 0.62,
      arches: 6,
      bottom: h,
      seed: seed + 2,
    },
    {
      from: [cx - unit * 0.5, h * 0.86],
      to: [cx + unit * 0.72, h * 0.46],
      steps: 30,
      depth: 0.34,
      arches: 6,
      bottom: h * 1.02,
      seed: seed + 3,
    },
  ]
  let treads: Point[] = []
  flights.forEach((flight, i) => {
    treads = drawFlight(sheet, palette, flight, moon.x)
    drawBank(sheet, h * (0.62 + i * 0.13), cx, unit, palette, seed + i * 9, 0.62 - i * 0.14)
    if (figures && i > 0) {
      for (const k of [4, 11, 12, 19]) {
        const at = treads[k + rng.int(0, 3)]
        if (at)
          drawTraveller(sheet, {
            x: at[0],
            y: at[1],
            size: h * (0.028 + i * 0.014),
            palette,
            lantern: k !== 12,
            facing: i === 1 ? -1 : 1,
          })
      }
    }
  })
  drawRidge(sheet, {
    seed: seed + 13,
    palette,
    base: h * 0.98,
    rise: h * 0.1,
    depth: 0.04,
    peak: 0.7,
    moon,
    spread: 150,
  })
  drawMist(sheet, h * 0.02, h * 0.12, palette.sky[1], 0.7)
  const ash: string[] = []
  for (let k = 0; k < w / 9; k += 1) {
    const x = cx + (rng.next() + rng.next() - 1) * w * 0.6
    const y = rng.range(0, h)
    ash.push(stroke([x, y], [x + rng.range(2, 6), y - rng.range(1, 5)], rng.range(0.5, 1.3)))
  }
  addPath(sheet, ash.join(''), { fill: palette.lamp, opacity: 0.75 })
  return treads
}

function drawBank(
  sheet: Sheet,
  y: number,
  cx: number,
  unit: number,
  palette: Palette,
  seed: number,
  opacity: number,
): void {
  const rng = createRng(seed)
  for (let k = 0; k < 5; k += 1) {
    const x = cx + rng.range(-1.1, 1.1) * unit
    const rx = unit * rng.range(0.25, 0.5)
    const cy = y + rng.range(-0.04, 0.06) * unit
    const points: Point[] = []
    for (let i = 0; i < 22; i += 1) {
      const a = (i / 22) * Math.PI * 2
      const bump = 1 + rng.range(-0.14, 0.2)
      points.push([x + Math.cos(a) * rx * bump, cy + Math.sin(a) * rx * 0.16 * bump])
    }
    addPath(sheet, smoothClosed(points), { fill: palette.fog, opacity: opacity * 0.5 })
    cutTone(sheet, {
      clip: smoothClosed(points),
      box: { x: x - rx * 1.2, y: cy - rx * 0.22, w: rx * 2.4, h: rx * 0.44 },
      gap: 5,
      colour: palette.lit,
      opacity: opacity * 0.5,
      bend: (px) => -Math.sin(px * 0.03) * 3,
      tone: (px, py) => 0.25 - ((py - cy) / rx) * 2.2 - ((px - cx) / unit) * 0.2,
    })
  }
}
