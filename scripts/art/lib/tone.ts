import { swell } from './engrave.ts'
import type { Point, Sheet } from './sheet.ts'
import { addClip, addPath, closeGroup, openGroup } from './sheet.ts'

export type Tone = (x: number, y: number) => number
export type ToneOptions = {
  /** Outline to stay inside; without it the whole box is cut. */
  clip?: string
  box: { x: number; y: number; w: number; h: number }
  /** Direction of the lines in radians. */
  angle?: number
  gap: number
  /** 0 uncut, 1 as much cut away as left standing and more. */
  tone: Tone
  colour: string
  opacity?: number
  /** Bends the lines across their direction, px; for round bodies. */
  bend?: (x: number, y: number) => number
}

/** Parallel swelling lines that follow a tone: the way every surface is shaded. */
export function cutTone(sheet: Sheet, options: ToneOptions): void {
  const { box, gap, tone, colour, angle = 0, bend } = options
  const cx = box.x + box.w / 2
  const cy = box.y + box.h / 2
  const reach = Math.hypot(box.w, box.h) / 2
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const parts: string[] = []
  const step = Math.max(3, reach / 70)
  for (let v = -reach; v <= reach; v += gap) {
    const points: Point[] = []
    const widths: number[] = []
    for (let u = -reach; u <= reach; u += step) {
      const x = cx + u * cos - v * sin
      const y = cy + u * sin + v * cos
      if (x < box.x - gap || x > box.x + box.w + gap || y < box.y - gap || y > box.y + box.h + gap)
        continue
      const off = bend?.(x, y) ?? 0
      points.push([x - sin * off, y + cos * off])
      widths.push(Math.min(1, Math.max(0, tone(x, y))) * gap * 0.8)
    }
    parts.push(swell(points, widths, 0.2))
  }
  const clip = options.clip ? addClip(sheet, options.clip) : ''
  openGroup(sheet, clip)
  addPath(sheet, parts.join(''), { fill: colour, opacity: options.opacity ?? 1 })
  closeGroup(sheet)
}

/** Brightness of a ball of radius r lit from the upper right. */
export function ballTone(cx: number, cy: number, r: number, side = 1): Tone {
  return (x, y) => {
    const dx = (x - cx) / r
    const dy = (y - cy) / r
    const dz = Math.sqrt(Math.max(0, 1 - dx * dx - dy * dy))
    return dx * 0.55 * side - dy * 0.6 + dz * 0.45
  }
}
