import { mix } from '../lib/colour.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import type { Palette } from '../lib/palette.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm, ridged } from '../lib/rng.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, closedPath, n } from '../lib/sheet.ts'
import { drawMist, drawSky } from '../lib/sky.ts'
import type { Actor, View } from '../lib/terrain.ts'
import { drawTerrain, project, scaleAt } from '../lib/terrain.ts'
import { arch } from '../lib/towers.ts'
import type { SceneOptions } from './orchard.ts'

/** A bell turret: two posts, a roof, the bell between them, sometimes a lamp. */
export function drawTurret(
  sheet: Sheet,
  x: number,
  y: number,
  s: number,
  palette: Palette,
  depth: number,
  lamp: boolean,
): void {
  const fill = mix(palette.dark, palette.fog, depth * 0.5)
  const line = mix(palette.lit, palette.fog, depth * 0.4)
  if (lamp) drawGlow(sheet, x, y - s * 0.5, s * 2, palette.lamp, 0.6)
  addPath(
    sheet,
    `${closedPath([
      [x - s * 0.4, y + s * 0.2],
      [x - s * 0.36, y - s],
      [x + s * 0.36, y - s],
      [x + s * 0.4, y + s * 0.2],
    ])}`,
    { fill },
  )
  addPath(sheet, arch(x, y, s * 0.46, s * 0.86), {
    fill: lamp ? palette.lamp : mix(palette.sky[2], palette.dark, 0.3),
  })
  addPath(
    sheet,
    `M${n(x - s * 0.16)} ${n(y - s * 0.3)}q${n(s * 0.05)} ${n(-s * 0.34)} ${n(s * 0.16)} ${n(-s * 0.36)}q${n(s * 0.11)} ${n(s * 0.02)} ${n(s * 0.16)} ${n(s * 0.36)}Z`,
    { fill: palette.dark },
  )
  addPath(
    sheet,
    closedPath([
      [x - s * 0.6, y - s * 0.95],
      [x, y - s * 1.65],
      [x + s * 0.6, y - s * 0.95],
    ]),
    { fill, stroke: line, width: Math.max(0.4, s * 0.03) },
  )
  addPath(
    sheet,
    `M${n(x + s * 0.38)} ${n(y)}V${n(y - s)}M${n(x + s * 0.3)} ${n(y)}V${n(y - s)}M${n(x + s * 0.12)} ${n(y - s * 1.4)}L${n(x + s * 0.46)} ${n(y - s)}M${n(x + s * 0.06)} ${n(y - s * 1.36)}L${n(x + s * 0.3)} ${n(y - s)}`,
    { stroke: line, width: Math.max(0.4, s * 0.035), opacity: 0.8 },
  )
}

/** Mount Harrow: a terraced mountain with bell turrets on its steps and a lamp-lit path. */
export function drawMountain(
  sheet: Sheet,
  {
    seed,
    palette,
    focus = 0.7,
    snow = 0.3,
    aside = 0.3,
  }: SceneOptions & { focus?: number; snow?: number; aside?: number },
): void {
  const { width: w, height: h } = sheet
  const horizon = h * 0.66
  const noise = createNoise(seed)
  const rng = createRng(seed)
  const moon = {
    x: w * Math.max(0.1, focus - aside * Math.min(1, (h / w) * 2)),
    y: h * 0.27,
    r: h * 0.07,
  }
  drawSky(sheet, { seed, palette, horizon, moon })
  drawRidge(sheet, {
    seed: seed + 3,
    palette,
    base: horizon,
    rise: h * 0.26,
    depth: 0.96,
    peak: 1,
    moon,
    spread: 300,
  })
  drawRidge(sheet, {
    seed: seed + 5,
    palette,
    base: horizon * 1.03,
    rise: h * 0.15,
    depth: 0.84,
    peak: 0.8,
    moon,
  })
  drawMist(sheet, horizon, h * 0.09, palette.fog, 0.6)
  const view: View = { centre: w * focus, horizon, focal: h, eye: 4 }
  const height = (x: number, z: number): number => {
    const wx = x + fbm(noise, x * 0.09 + 9, z * 0.09, 3) * 5
    const wz = z - 42 + fbm(noise, x * 0.09, z * 0.09 + 21, 3) * 5
    const r = Math.hypot(wx * 0.9, wz)
    const rough = ridged(noise, x * 0.1, z * 0.1, 5)
    const cone = Math.max(0, 1 - r / 20)
    const shoulder = Math.max(0, 1 - Math.hypot(wx + 9.5, wz + 3) / 9) ** 1.2
    const raw = cone ** 1.7 * 30 + cone * (rough - 0.55) * 15 + shoulder * 7 * (0.6 + rough * 0.6)
    const step = 1.1
    const k = Math.floor(raw / step)
    const f = raw / step - k
    const rise = Math.min(1, Math.max(0, (f - 0.55) / 0.45))
    const terrace = (k + rise * rise * (3 - 2 * rise)) * step
    const upper = Math.min(1, Math.max(0, (raw - 11) / 4))
    const valley = fbm(noise, x * 0.16, z * 0.16, 3) * 1.2 + Math.max(0, -x - 3) * 0.02
    return (
      (raw > 0.6 ? terrace * (1 - upper) + raw * upper : raw) + valley * Math.min(1, 0.3 + r / 30)
    )
  }
  const actors: Actor[] = []
  for (let k = 0; k < 26; k += 1) {
    const turn = rng.range(Math.PI * 1.08, Math.PI * 1.92)
    const r = rng.range(6, 18.5)
    const x = Math.cos(turn) * r
    const z = 42 + Math.sin(turn) * r
    const [sx, sy] = project(view, x, height(x, z), z)
    actors.push({
      z,
      draw: () =>
        drawTurret(
          sheet,
          sx,
          sy,
          scaleAt(view, z) * rng.range(0.55, 0.8),
          palette,
          0.5,
          rng.chance(0.6),
        ),
    })
  }
  for (let k = 0; k < 5; k += 1) {
    const z = 9.5 + k * 2.4
    const x = -1.2 + Math.sin(z * 0.6) * 1.2
    const [sx, sy] = project(view, x, height(x, z), z)
    actors.push({
      z,
      draw: () =>
        drawTraveller(sheet, {
          x: sx,
          y: sy,
          size: scaleAt(view, z) * 0.75,
          palette,
          lantern: k % 2 === 0,
          staff: k % 2 === 1,
        }),
    })
  }
  drawTerrain(sheet, {
    view,
    height,
    near: 7,
    far: 90,
    rows: 300,
    palette,
    actors,
    seed,
    light: [-0.85, 0.3, 0.05],
    haze: 0.85,
    ambient: snow * 0.2,
  })
  drawMist(sheet, h * 0.74, h * 0.05, palette.fog, 0.3)
}
