import { stroke, swell } from '../lib/engrave.ts'
import { createNoise, createRng, fbm } from '../lib/rng.ts'
import type { Point, Sheet } from '../lib/sheet.ts'
import {
  addCircle,
  addPath,
  closedPath,
  closeGroup,
  fillSheet,
  n,
  openGroup,
  openPath,
  radialGradient,
} from '../lib/sheet.ts'
import { drawVignette } from '../lib/surfaces.ts'
import { cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A glass eel coiling below the green glass. */
export function drawEel(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  fillSheet(
    sheet,
    radialGradient(sheet, w * 0.5, h * 0.4, w * 0.85, [
      [0, '#3f8a7c'],
      [0.5, '#1d5152'],
      [1, '#081a1e'],
    ]),
  )
  const noise = createNoise(seed)
  cutTone(sheet, {
    box: { x: 0, y: 0, w, h },
    gap: 9,
    colour: palette.lit,
    opacity: 0.28,
    bend: (x, y) => fbm(noise, x * 0.006, y * 0.012, 3) * 40,
    tone: (x, y) =>
      0.5 - Math.hypot(x / w - 0.5, y / h - 0.4) * 0.8 + noise(x * 0.01, y * 0.02) * 0.3,
  })
  const spine: Point[] = []
  const widths: number[] = []
  const steps = 200
  for (let i = 0; i <= steps; i += 1) {
    const t = i / steps
    const a = -0.5 + t * Math.PI * 3.15
    const r = w * (0.37 - t * 0.25)
    spine.push([w * 0.49 + Math.cos(a) * r * 1.08 + t * 20, h * 0.52 + Math.sin(a) * r * 0.96])
    widths.push(w * 0.098 * Math.min(1, (t + 0.16) * 4) ** 0.8 * Math.min(1, (1 - t) * 2.6 + 0.35))
  }
  spine.reverse()
  widths.reverse()
  const shadow = spine.map(([x, y]) => [x + 16, y + 26] as const)
  addPath(
    sheet,
    swell(
      shadow,
      widths.map((v) => v * 1.05),
    ),
    { fill: '#06181b', opacity: 0.5 },
  )
  const fin: string[] = []
  spine.forEach((point, i) => {
    const next = spine[i + 1]
    const width = widths[i] ?? 0
    if (!next) return
    const dx = next[0] - point[0]
    const dy = next[1] - point[1]
    const l = Math.hypot(dx, dy) || 1
    const nx = dy / l
    const ny = -dx / l
    fin.push(
      stroke(
        [point[0] + nx * width * 0.4, point[1] + ny * width * 0.4],
        [point[0] + nx * width * 0.86 - dx * 2, point[1] + ny * width * 0.86 - dy * 2],
        1.4,
      ),
    )
  })
  addPath(sheet, fin.join(''), { fill: palette.lit, opacity: 0.7 })
  addPath(sheet, swell(spine, widths), { fill: '#7fc4ae', opacity: 0.5 })
  addPath(
    sheet,
    swell(
      spine,
      widths.map((v) => v * 0.94),
    ),
    { fill: '#123c40', opacity: 0.82 },
  )
  for (let k = 0; k < 9; k += 1) {
    const off = (k / 8 - 0.5) * 0.84
    const line = spine.map((point, i) => {
      const next = spine[Math.min(i + 1, steps)] ?? point
      const before = spine[Math.max(i - 1, 0)] ?? point
      const dx = next[0] - before[0]
      const dy = next[1] - before[1]
      const l = Math.hypot(dx, dy) || 1
      return [
        point[0] + (dy / l) * (widths[i] ?? 0) * off,
        point[1] - (dx / l) * (widths[i] ?? 0) * off,
      ] as const
    })
    addPath(
      sheet,
      swell(
        line,
        widths.map(
          (v, i) =>
            Math.max(0, (0.5 + off) * 3.6 * (0.55 + noise(i * 0.16, k * 3) * 0.9)) *
            Math.min(1, v / 40),
        ),
      ),
      { fill: '#d6f2dc', opacity: 0.9 },
    )
  }
  const bones: string[] = []
  for (let i = 6; i < steps - 20; i += 4) {
    const p = spine[i]
    const q = spine[i + 3]
    if (p && q) bones.push(stroke(p, [q[0], q[1]], 1.1))
  }
  addPath(sheet, bones.join(''), { fill: palette.lamp, opacity: 0.85 })
  const head = spine[steps]
  const neck = spine[steps - 6]
  if (head && neck) {
    const angle = (Math.atan2(head[1] - neck[1], head[0] - neck[0]) * 180) / Math.PI
    openGroup(sheet, `transform="translate(${n(neck[0])} ${n(neck[1])}) rotate(${n(angle)})"`)
    const s = w * 0.1
    addPath(
      sheet,
      `M${n(-s * 0.9)} ${n(-s * 0.4)}C${n(-s * 0.2)} ${n(-s * 0.75)} ${n(s * 0.8)} ${n(-s * 0.5)} ${n(s * 1.15)} 0C${n(s * 0.8)} ${n(s * 0.45)} ${n(-s * 0.2)} ${n(s * 0.7)} ${n(-s * 0.9)} ${n(s * 0.4)}Z`,
      { fill: '#123c40', stroke: '#d6f2dc', width: 2 },
    )
    addPath(
      sheet,
      `M${n(s * 1.12)} ${n(s * 0.04)}Q${n(s * 0.6)} ${n(s * 0.3)} ${n(s * 0.1)} ${n(s * 0.16)}M${n(-s * 0.5)} ${n(-s * 0.3)}q${n(s * 0.2)} ${n(s * 0.3)} 0 ${n(s * 0.6)}M${n(-s * 0.7)} ${n(-s * 0.3)}q${n(s * 0.2)} ${n(s * 0.3)} 0 ${n(s * 0.6)}`,
      { stroke: '#d6f2dc', width: 2 },
    )
    addCircle(sheet, s * 0.5, -s * 0.18, s * 0.15, { fill: palette.lamp })
    addCircle(sheet, s * 0.53, -s * 0.18, s * 0.07, { fill: '#081a1e' })
    closeGroup(sheet)
  }
  const rng = createRng(seed)
  for (let k = 0; k < 9; k += 1) {
    let at: Point = [rng.range(0, w), rng.range(0, h)]
    const points: Point[] = [at]
    let turn = rng.range(0, 6.3)
    for (let i = 0; i < 9; i += 1) {
      turn += rng.range(-0.6, 0.6)
      at = [at[0] + Math.cos(turn) * 42, at[1] + Math.sin(turn) * 42]
      points.push(at)
    }
    addPath(sheet, openPath(points), { stroke: '#eafbe9', width: 1.5, opacity: 0.5 })
    addPath(sheet, closedPath(points.slice(0, 4)), { fill: '#eafbe9', opacity: 0.05 })
  }
  drawVignette(sheet, '#041012', 0.7)
}
