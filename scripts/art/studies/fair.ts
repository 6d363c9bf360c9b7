import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { drawGlow, drawTraveller } from '../lib/figures.ts'
import { circlePath } from '../lib/moths.ts'
import type { Palette } from '../lib/palette.ts'
import { drawRidge } from '../lib/ridge.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import { addCircle, addPath, closedPath, n, openPath } from '../lib/sheet.ts'
import { drawSky } from '../lib/sky.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { drawTerrain } from '../lib/terrain.ts'
import { cutTone } from '../lib/tone.ts'
import { drawAppleTree } from '../lib/trees.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

function tent(
  sheet: Sheet,
  x: number,
  base: number,
  s: number,
  palette: Palette,
  colour: string,
  depth: number,
): void {
  const cloth = mix(colour, palette.fog, depth * 0.6)
  const pale = mix('#e9dbb8', palette.fog, depth * 0.6)
  drawGlow(sheet, x, base - s * 0.3, s * 1.1, palette.lamp, 0.4)
  const wall = closedPath([
    [x - s * 0.52, base],
    [x - s * 0.5, base - s * 0.42],
    [x + s * 0.5, base - s * 0.42],
    [x + s * 0.52, base],
  ])
  const stripes = 7
  for (let k = 0; k < stripes; k += 1) {
    const a = -0.5 + k / stripes
    const b = a + 1 / stripes
    addPath(
      sheet,
      closedPath([
        [x + a * s * 1.04, base],
        [x + a * s, base - s * 0.42],
        [x + b * s, base - s * 0.42],
        [x + b * s * 1.04, base],
      ]),
      { fill: mix(k % 2 ? pale : cloth, palette.dark, 0.5 - 0.06 * k) },
    )
    addPath(
      sheet,
      closedPath([
        [x + a * s * 1.3, base - s * 0.38],
        [x, base - s * 0.98],
        [x + b * s * 1.3, base - s * 0.38],
      ]),
      { fill: mix(k % 2 ? pale : cloth, palette.dark, 0.42 - 0.06 * k) },
    )
    addPath(sheet, circlePath(x + ((a + b) / 2) * s * 1.3, base - s * 0.38, s * 0.09), {
      fill: mix(k % 2 ? pale : cloth, palette.dark, 0.42 - 0.06 * k),
      stroke: palette.dark,
      width: 0.8,
    })
  }
  cutTone(sheet, {
    clip: wall,
    box: { x: x - s * 0.55, y: base - s * 0.44, w: s * 1.1, h: s * 0.46 },
    angle: Math.PI / 2,
    gap: 5,
    colour: palette.dark,
    opacity: 0.55,
    tone: (px) => 0.4 - ((px - x) / s) * 0.8,
  })
  addPath(
    sheet,
    closedPath([
      [x - s * 0.1, base],
      [x, base - s * 0.36],
      [x + s * 0.12, base],
    ]),
    { fill: palette.lamp },
  )
  addPath(sheet, `M${n(x)} ${n(base - s * 0.96)}V${n(base - s * 1.2)}`, {
    stroke: palette.lit,
    width: 1.6,
  })
  addPath(
    sheet,
    `M${n(x)} ${n(base - s * 1.2)}l${n(s * 0.2)} ${n(s * 0.06)}l${n(-s * 0.2)} ${n(s * 0.07)}Z`,
    { fill: cloth },
  )
}

/** A fair below the orchard: tents, pennants, strings of lamps. */
export function drawFair(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const rng = createRng(seed)
  const noise = createNoise(seed)
  const moon = { x: w * 0.76, y: h * 0.24, r: h * 0.09 }
  drawSky(sheet, { seed, palette, horizon: h * 0.75, moon })
  drawRidge(sheet, {
    seed: seed + 1,
    palette,
    base: h * 0.6,
    rise: h * 0.16,
    depth: 0.92,
    peak: 0.5,
    moon,
  })
  drawRidge(sheet, {
    seed: seed + 2,
    palette,
    base: h * 0.64,
    rise: h * 0.08,
    depth: 0.75,
    peak: 0,
    moon,
  })
  for (let k = 0; k < 15; k += 1)
    drawAppleTree(sheet, {
      x: w * (k / 14 + rng.range(-0.02, 0.02)),
      y: h * rng.range(0.63, 0.67),
      size: h * rng.range(0.14, 0.2),
      seed: seed + k,
      palette,
      depth: 0.6,
      apples: palette.lamp,
      appleCount: 6,
    })
  drawTerrain(sheet, {
    view: { centre: w * 0.5, horizon: h * 0.55, focal: h, eye: 3.2 },
    near: 6.5,
    far: 30,
    rows: 100,
    palette,
    seed,
    height: (x, z) => fbm(noise, x * 0.2, z * 0.2, 2) * 0.6,
    haze: 0.6,
    ambient: 0.15,
  })
  const colours = ['#a63a24', '#3f6e5a', '#b8862d', '#4b4a7a', '#8c3f57']
  const tents = [
    [0.1, 0.72, 0.17],
    [0.9, 0.73, 0.18],
    [0.34, 0.7, 0.15],
    [0.64, 0.71, 0.16],
    [0.2, 0.85, 0.27],
    [0.8, 0.88, 0.3],
  ] as const
  for (const [i, [x, y, s]] of tents.entries()) {
    tent(sheet, w * x, h * y, h * s, palette, colours[i % 5] ?? '#a63a24', 0.5 - y * 0.5)
  }
  const lamps = (from: Point, to: Point, sag: number): void => {
    const line: Point[] = []
    for (let k = 0; k <= 14; k += 1) {
      const t = k / 14
      line.push([
        from[0] + (to[0] - from[0]) * t,
        from[1] + (to[1] - from[1]) * t + 4 * sag * t * (1 - t),
      ])
    }
    addPath(sheet, openPath(line), { stroke: palette.lit, width: 1.2, opacity: 0.8 })
    line.forEach(([x, y], k) => {
      if (k % 2) {
        drawGlow(sheet, x, y + 6, h * 0.045, palette.lamp, 0.65)
        addCircle(sheet, x, y + 6, h * 0.0075, { fill: palette.lamp })
      } else
        addPath(sheet, `M${n(x - 7)} ${n(y)}h14l-7 18Z`, {
          fill: colours[k % 5] ?? '#a63a24',
          opacity: 0.95,
        })
    })
  }
  const pole = (x: number, y: number, top: number): Point => {
    addPath(sheet, stroke([x, y], [x, top], 3), {
      fill: palette.dark,
      stroke: palette.lit,
      width: 0.7,
    })
    return [x, top]
  }
  const a = pole(w * 0.03, h * 0.94, h * 0.42)
  const b = pole(w * 0.5, h * 0.8, h * 0.4)
  const c = pole(w * 0.98, h * 0.96, h * 0.4)
  lamps(a, b, h * 0.075)
  lamps(b, c, h * 0.08)
  for (let k = 0; k < 22; k += 1) {
    const v = rng.next()
    drawTraveller(sheet, {
      x: w * (0.5 + (rng.next() + rng.next() - 1) * 0.42),
      y: h * (0.74 + v * 0.2),
      size: h * (0.055 + v * 0.075),
      palette,
      lantern: rng.chance(0.2),
      staff: rng.chance(0.1),
      facing: rng.chance(0.5) ? 1 : -1,
      cloak: mix(rng.pick(colours), palette.dark, 0.68),
    })
  }
  drawVignette(sheet, palette.dark, 0.45)
}
