import { drawCandle } from '../lib/candle.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath } from '../lib/sheet.ts'
import { drawAir, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** Five candles burnt down step by step, the last one out. */
export function drawCandles(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  drawAir(sheet, { ...palette, sky: ['#0e0b12', '#1f1620', '#4d3226'] }, seed, w * 0.24, h * 0.3)
  const base = h * 0.8
  addPath(sheet, `M0 ${base - 20}H${w}V${h}H0Z`, { fill: '#1a1113' })
  cutTone(sheet, {
    box: { x: 0, y: base - 20, w, h: h - base + 20 },
    gap: 7,
    colour: palette.lamp,
    opacity: 0.5,
    tone: (x, y) => 0.42 - (x / w) * 0.4 - ((y - base) / h) * 1.4,
  })
  ;[0.52, 0.4, 0.28, 0.17, 0.08].forEach((part, i) => {
    const x = w * (0.15 + i * 0.176)
    dropShadow(sheet, x + 14, base + 4, w * 0.08, w * 0.026)
    drawCandle(sheet, x, base, w * 0.085, h * part, palette, i < 4, seed + i)
  })
  drawVignette(sheet, '#0a0709', 0.7)
}
