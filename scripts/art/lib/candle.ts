import { mix } from './colour.ts'
import { drawGlow } from './figures.ts'
import type { Palette } from './palette.ts'
import { createRng } from './rng.ts'
import type { Sheet } from './sheet.ts'
import { addPath, n } from './sheet.ts'
import { cutTone } from './tone.ts'

/** A burning candle; `h` is what is left of it. */
export function drawCandle(
  sheet: Sheet,
  x: number,
  base: number,
  w: number,
  h: number,
  palette: Palette,
  lit: boolean,
  seed: number,
): void {
  const rng = createRng(seed)
  const top = base - h
  const wax = mix('#efe0bb', palette.dark, lit ? 0.15 : 0.5)
  const d = `M${n(x - w / 2)} ${n(base)}V${n(top)}q${n(w * 0.2)} ${n(w * 0.16)} ${n(w * 0.5)} ${n(w * 0.12)}q${n(w * 0.3)} ${n(-w * 0.02)} ${n(w * 0.5)} ${n(-w * 0.12)}V${n(base)}Z`
  if (lit) drawGlow(sheet, x, top - w * 0.5, w * 6, palette.lamp, 0.5)
  addPath(sheet, d, { fill: mix(wax, palette.dark, 0.35) })
  cutTone(sheet, {
    clip: d,
    box: { x: x - w / 2, y: top, w, h },
    angle: Math.PI / 2,
    gap: w * 0.075,
    colour: wax,
    tone: (px, py) =>
      0.6 - ((px - x) / w) * 0.7 + (lit ? 0.55 * Math.exp(-(py - top) / (w * 0.9)) : -0.2),
  })
  for (let k = 0; k < 4; k += 1) {
    const dx = x + rng.range(-0.48, 0.48) * w
    const drip = Math.min(h * 0.55, w * rng.range(0.3, 1.1))
    addPath(
      sheet,
      `M${n(dx - w * 0.07)} ${n(top + w * 0.05)}v${n(drip)}a${n(w * 0.07)} ${n(w * 0.07)} 0 0 0 ${n(w * 0.14)} 0v${n(-drip)}Z`,
      { fill: wax, stroke: palette.dark, width: w * 0.012 },
    )
  }
  addPath(
    sheet,
    `M${n(x)} ${n(top + w * 0.1)}q${n(w * 0.04)} ${n(-w * 0.12)} ${n(-w * 0.01)} ${n(-w * 0.26)}`,
    { stroke: palette.dark, width: w * 0.05 },
  )
  if (lit) {
    const fy = top - w * 0.12
    addPath(
      sheet,
      `M${n(x)} ${n(fy)}C${n(x + w * 0.3)} ${n(fy - w * 0.1)} ${n(x + w * 0.16)} ${n(fy - w * 0.62)} ${n(x)} ${n(fy - w * 0.95)}C${n(x - w * 0.16)} ${n(fy - w * 0.6)} ${n(x - w * 0.3)} ${n(fy - w * 0.1)} ${n(x)} ${n(fy)}Z`,
      { fill: palette.lamp },
    )
    addPath(
      sheet,
      `M${n(x)} ${n(fy)}C${n(x + w * 0.14)} ${n(fy - w * 0.06)} ${n(x + w * 0.08)} ${n(fy - w * 0.34)} ${n(x)} ${n(fy - w * 0.52)}C${n(x - w * 0.08)} ${n(fy - w * 0.34)} ${n(x - w * 0.14)} ${n(fy - w * 0.06)} ${n(x)} ${n(fy)}Z`,
      { fill: '#fff6dc' },
    )
  } else {
    addPath(
      sheet,
      `M${n(x)} ${n(top - w * 0.2)}c${n(w * 0.5)} ${n(-w * 0.6)} ${n(-w * 0.5)} ${n(-w * 1.1)} 0 ${n(-w * 1.8)}s${n(w * 0.3)} ${n(-w * 0.9)} ${n(-w * 0.1)} ${n(-w * 1.5)}`,
      { stroke: palette.lit, width: w * 0.04, opacity: 0.45 },
    )
  }
}
