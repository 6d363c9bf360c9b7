import { gold, paleGold, seedOutline } from '../lib/apple.ts'
import { mix } from '../lib/colour.ts'
import { stroke } from '../lib/engrave.ts'
import { circlePath } from '../lib/moths.ts'
import type { Sheet } from '../lib/sheet.ts'
import { addPath, closeGroup, n, openGroup } from '../lib/sheet.ts'
import { drawPlanks, drawVignette, dropShadow } from '../lib/surfaces.ts'
import { ballTone, cutTone } from '../lib/tone.ts'
import type { SceneOptions } from '../scenes/orchard.ts'

/** A ring holding half an apple seed on a cord. */
export function drawMedal(sheet: Sheet, { seed, palette }: SceneOptions): void {
  const { width: w, height: h } = sheet
  const cx = w * 0.5
  const cy = h * 0.56
  const r = w * 0.26
  drawPlanks(sheet, palette, seed, cx, cy * 0.8, '#3a2b33')
  const cord = `M${n(cx - 8)} ${n(cy - r * 1.1)}C${n(cx - w * 0.1)} ${n(h * 0.1)} ${n(w * 0.1)} ${n(h * 0.2)} ${n(-20)} ${n(h * 0.06)}M${n(cx + 8)} ${n(cy - r * 1.1)}C${n(cx + w * 0.12)} ${n(h * 0.08)} ${n(w * 0.86)} ${n(h * 0.26)} ${n(w + 20)} ${n(h * 0.12)}`
  addPath(sheet, cord, { stroke: palette.dark, width: 17 })
  addPath(sheet, cord, { stroke: '#8a4a33', width: 9 })
  addPath(sheet, cord, {
    stroke: palette.lit,
    width: 3,
    extra: 'stroke-dasharray="7 8"',
    opacity: 0.8,
  })
  dropShadow(sheet, cx + 16, cy + 26, r * 1.35, r * 1.3)
  const ring = circlePath(cx, cy, r) + circlePath(cx, cy, r * 0.76)
  addPath(
    sheet,
    circlePath(cx, cy - r * 1.06, r * 0.13) + circlePath(cx, cy - r * 1.06, r * 0.07),
    { fill: gold, extra: 'fill-rule="evenodd"', stroke: palette.dark, width: 3 },
  )
  addPath(sheet, circlePath(cx, cy, r * 0.8), { fill: mix(palette.dark, '#3a2b33', 0.3) })
  addPath(sheet, ring, {
    fill: mix(gold, palette.dark, 0.35),
    extra: 'fill-rule="evenodd"',
    stroke: palette.dark,
    width: 4,
  })
  const marks: string[] = []
  for (let k = 0; k < 120; k += 1) {
    const a = (k / 120) * Math.PI * 2
    const width = Math.max(0.6, (Math.cos(a + 0.8) + 0.7) * 3.6)
    marks.push(
      stroke(
        [cx + Math.cos(a) * r * 0.79, cy + Math.sin(a) * r * 0.79],
        [cx + Math.cos(a) * r * 0.97, cy + Math.sin(a) * r * 0.97],
        width,
        3,
      ),
    )
  }
  addPath(sheet, marks.join(''), { fill: paleGold })
  openGroup(sheet, `transform="translate(${n(cx)} ${n(cy)})"`)
  const s = r * 0.62
  const half = `M0 ${n(-s)}C${n(-s * 0.3)} ${n(-s * 0.7)} ${n(-s * 0.62)} ${n(-s * 0.1)} ${n(-s * 0.56)} ${n(s * 0.4)}C${n(-s * 0.5)} ${n(s * 0.84)} ${n(-s * 0.24)} ${n(s)} 0 ${n(s)}L${n(-s * 0.08)} ${n(s * 0.34)}L${n(s * 0.1)} ${n(s * 0.2)}L${n(-s * 0.1)} ${n(-s * 0.24)}L${n(s * 0.08)} ${n(-s * 0.36)}Z`
  addPath(sheet, seedOutline(s), {
    stroke: gold,
    width: 2,
    opacity: 0.55,
    extra: 'stroke-dasharray="5 7"',
  })
  addPath(sheet, half, { fill: mix(gold, palette.dark, 0.45) })
  const ball = ballTone(-s * 0.1, 0, s, -1)
  cutTone(sheet, {
    clip: half,
    box: { x: -s, y: -s, w: 2 * s, h: 2 * s },
    angle: Math.PI / 2,
    gap: 7,
    colour: paleGold,
    bend: (x, y) => -x * 0.5 * (1 - (y / s) ** 2 * 0.5),
    tone: (x, y) => ball(x * 1.3, y) * 0.9 + 0.15,
  })
  closeGroup(sheet)
  drawVignette(sheet, palette.dark, 0.7)
}
