import { drawBridge } from '../lib/bridge.ts'
import { drawTraveller } from '../lib/figures.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createRng } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import type { Roof } from '../lib/towers.ts'
import { drawTower } from '../lib/towers.ts'
import type { SceneOptions } from './orchard.ts'

const roofs: readonly Roof[] = ['cone', 'cone', 'crown', 'dome', 'hip']

/** Halm: towers in five ranks, each rank joined by rope bridges. `focus` is where the town stands highest. */
export function drawTown(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.72,
    spread = 0.3,
    scale = 1,
  }: SceneOptions & { focus?: number; spread?: number; scale?: number },
): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const moon = { x: w * (focus - spread * 0.62), y: h * 0.3, r: h * 0.075 }
  drawSky(sheet, { seed, palette, horizon: h * 0.86, moon })
  drawRidge(sheet, {
    seed: seed + 3,
    palette,
    base: h * 0.8,
    rise: h * 0.2,
    depth: 0.95,
    peak: 0.85,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 4,
    palette,
    base: h * 0.88,
    rise: h * 0.14,
    depth: 0.82,
    peak: 0.4,
    moon,
  })
  const ranks = 5
  for (let rank = 0; rank < ranks; rank += 1) {
    const depth = 0.82 - rank * 0.2
    const size = h * (0.055 + rank * 0.022) * scale
    const tops: { x: number; y: number; w: number }[] = []
    let x = -size
    while (x < w + size) {
      const u = x / w
      const weight = Math.exp(-(((u - focus) / spread) ** 2))
      x += size * rng.range(1.25, 2.3) * (1 + (1 - weight) * 1.6)
      if (weight < 0.16 && rank > 1) continue
      const tall = h * (0.16 + weight * (0.66 - rank * 0.085)) * rng.range(0.62, 1.05)
      const tw = size * rng.range(0.75, 1.2)
      const base = h * (0.9 + rank * 0.035)
      const top = base - tall
      tops.push({ x, y: top, w: tw })
      drawTower(sheet, {
        x,
        base: h * 1.05,
        w: tw,
        h: h * 1.05 - top,
        roof: rng.pick(roofs),
        seed: seed + rank * 100 + tops.length,
        palette,
        depth: Math.max(0, depth),
        lightSide: x < moon.x ? 1 : -1,
        lit: 0.5,
        flag: rng.chance(0.35),
      })
    }
    tops.forEach((tower, i) => {
      const next = tops[i + 1]
      if (!next || next.x - tower.x > size * 5.5) return
      const low = Math.max(tower.y, next.y)
      const y = low + h * rng.range(0.05, 0.14)
      const to = y + rng.range(-0.02, 0.02) * h
      const from = tower.x + tower.w * 0.52
      const end = next.x - next.w * 0.52
      if (end - from < size * 0.3) return
      drawBridge(sheet, {
        from: [from, y],
        to: [end, to],
        sag: (end - from) * 0.1,
        rail: size * 0.2,
        palette,
        depth: Math.max(0, depth),
        lamps: end - from > size ? 2 : 1,
      })
      if (rank > 2 && rng.chance(0.6)) {
        const t = rng.range(0.3, 0.7)
        drawTraveller(sheet, {
          x: from + (end - from) * t,
          y: y + (to - y) * t + (end - from) * 0.4 * t * (1 - t),
          size: size * 0.38,
          palette,
          lantern: rng.chance(0.6),
          facing: rng.chance(0.5) ? 1 : -1,
        })
      }
    })
    drawMist(sheet, h * (0.92 + rank * 0.02), h * 0.16, palette.fog, 0.5 - rank * 0.09)
  }
}
