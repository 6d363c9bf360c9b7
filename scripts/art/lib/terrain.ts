import { mix } from './colour.ts'
import { swell } from './engrave.ts'
import type { Palette } from './palette.ts'
import { createNoise } from './rng.ts'
import type { Point, Sheet } from './sheet.ts'
import { addPath, closedPath } from './sheet.ts'

/** A camera that looks straight ahead: x right, height up, z away. All lengths in world units. */
export type View = { centre: number; horizon: number; focal: number; eye: number }
export type Height = (x: number, z: number) => number
/** Something that stands on the land; it is painted when the rows have come forward to its z. */
export type Actor = { z: number; draw: () => void }
export type TerrainOptions = {
  view: View
  height: Height
  near: number
  far: number
  rows: number
  palette: Palette
  light?: readonly [number, number, number]
  ambient?: number
  /** 1 = full distance haze at `far`. */
  haze?: number
  actors?: readonly Actor[]
  /** Brightness of the cut lines, 0..1. */
  lines?: number
  colours?: (depth: number, z: number) => { fill: string; line: string }
  seed?: number
  /** Added brightness at a place on the sheet, for a path of moonlight. */
  shine?: (x: number, y: number) => number
}

export function project(view: View, x: number, height: number, z: number): Point {
  return [view.centre + (view.focal * x) / z, view.horizon + (view.focal * (view.eye - height)) / z]
}

/** Pixels per world unit at distance z. */
export const scaleAt = (view: View, z: number): number => view.focal / z

const STEP = 5

/** Land as rows of cut lines from far to near; each row hides what lies behind it. */
export function drawTerrain(sheet: Sheet, options: TerrainOptions): void {
  const { view, height, near, far, rows, palette, ambient = 0.12, haze = 1, lines = 0.75 } = options
  const light = options.light ?? [0.72, 0.5, -0.2]
  const noise = createNoise((options.seed ?? 1) + 401)
  const actors = [...(options.actors ?? [])].sort((a, b) => b.z - a.z)
  const columns = Math.ceil(sheet.width / STEP) + 2
  let lastCut: number[] | null = null
  for (let row = 0; row <= rows; row += 1) {
    const t = row / rows
    const z = far * (near / far) ** t
    while (actors[0] && actors[0].z > z) actors.shift()?.draw()
    const depth = haze * Math.min(1, Math.log(z / near) / Math.log(far / near))
    const profile: Point[] = []
    const tones: number[] = []
    for (let c = -1; c < columns; c += 1) {
      const sx = c * STEP
      const x = ((sx - view.centre) * z) / view.focal
      const h = height(x, z)
      const e = z * 0.012
      const hx = (height(x + e, z) - height(x - e, z)) / (2 * e)
      const hz = (height(x, z + e) - height(x, z - e)) / (2 * e)
      const norm = Math.hypot(hx, 1, hz)
      const lambert = (-hx * light[0] + light[1] - hz * light[2]) / norm
      const patch = 0.75 + 0.5 * noise(sx * 0.035, row * 0.3)
      const sy = view.horizon + (view.focal * (view.eye - h)) / z
      const shine = options.shine?.(sx, sy) ?? 0
      tones.push((Math.max(0, ambient + Math.max(0, lambert) ** 1.5) + shine) * patch)
      profile.push([sx, sy])
    }
    const paint = options.colours?.(depth, z) ?? {
      fill:
        depth > 0.5
          ? mix(palette.land, palette.fog, depth * 2 - 1)
          : mix(palette.dark, palette.land, depth * 2),
      line: mix(palette.lit, palette.fog, depth * 0.55),
    }
    const floor = sheet.height + 10
    addPath(sheet, closedPath([...profile, [sheet.width + STEP, floor], [-STEP, floor]]), {
      fill: paint.fill,
    })
    const gaps = profile.map(([, y], i) => Math.abs(y - (lastCut?.[i] ?? y - 4)))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    if (mean < 3.2 && row > 0) continue
    lastCut = profile.map(([, y]) => y)
    const widths = tones.map((tone, i) => Math.min(tone * Math.min(gaps[i] ?? 3, 7) * 0.62, 2.8))
    addPath(sheet, swell(profile, widths, 0.22), { fill: paint.line, opacity: lines })
  }
  for (const actor of actors) actor.draw()
}
