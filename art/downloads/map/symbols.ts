import { openPath, type Point } from '../../kit/points.ts'
import { shape } from '../../kit/shapes.ts'
import { type Random, roughen, scatter } from './ink.ts'

export const ink = '#2b2117'
export const paper = '#f3e8cd'

export const open = (d: string, width = 1.2): string => shape(d, { stroke: ink, width })

const filled = (d: string, fill = paper, width = 1.3): string =>
  shape(d, { fill, stroke: ink, width, cap: 'butt' })

export function mountain([x, y]: Point, height: number, random: Random): string {
  const half = height * 0.72
  const left = roughen(
    [
      [x - half, y],
      [x, y - height],
    ],
    false,
    random,
    3,
    0.3,
  )
  const right = roughen(
    [
      [x, y - height],
      [x + half, y],
    ],
    false,
    random,
    3,
    0.3,
  )
  const hatch = Array.from({ length: 6 }, (_, i) => {
    const t = 0.12 + i * 0.14
    return `M${(x + half * t + 1).toFixed(1)} ${(y - height * (1 - t) + 3).toFixed(1)}l${(-height * 0.1).toFixed(1)} ${(height * (0.3 - t * 0.14)).toFixed(1)}`
  }).join('')
  return filled(openPath([...left, ...right.slice(1)])) + open(hatch, 0.9)
}

/** The terraced mountain with the silent bell in its frame at the top. */
export function harrow([x, y]: Point): string {
  const steps = Array.from({ length: 6 }, (_, i) => {
    const width = 92 - i * 14
    const top = y - 14 - i * 15
    return (
      filled(
        `M${x - width} ${top + 16}L${x - width + 9} ${top}H${x + width - 9}L${x + width} ${top + 16}Z`,
      ) +
      open(
        Array.from(
          { length: Math.floor(width / 7) },
          (_, j) => `M${x + width - 12 - j * 7} ${top + 3}l-3 9`,
        ).join(''),
        0.7,
      )
    )
  }).join('')
  const bell = `M${x - 13} ${y - 110}c6-4 3-22 13-22s7 18 13 22z`
  return (
    steps +
    filled(`M${x - 20} ${y - 104}v-34h40v34`, 'none', 1.6) +
    filled(bell, '#c99b3f') +
    open(`M${x} ${y - 132}v-6`)
  )
}

export function tree([x, y]: Point, size: number): string {
  return (
    filled(
      `M${x - size} ${y - size}c-2-${size} ${size * 0.5}-${size * 1.5} ${size}-${size * 1.4}s${size * 1.3} ${size * 0.4} ${size} ${size * 1.4}c0 ${size * 0.5}-${size * 2} ${size * 0.5}-${size * 2} 0z`,
    ) +
    open(
      `M${x} ${y - size * 0.6}v${size * 0.8}M${x + size * 0.3} ${y - size * 1.2}l${size * 0.4} ${size * 0.5}`,
      1,
    )
  )
}

export function towers([x, y]: Point): string {
  const tower = (dx: number, w: number, h: number) => {
    const left = x + dx
    const windows = Array.from(
      { length: Math.floor(h / 20) },
      (_, i) => `M${left + w / 2} ${y - h + 9 + i * 18}v5`,
    ).join('')
    return (
      filled(`M${left} ${y}V${y - h}l${w / 2}-13l${w / 2} 13V${y}Z`) +
      open(windows, 1.8) +
      open(`M${left + w * 0.76} ${y - h + 3}V${y}`, 0.8)
    )
  }
  const rope = (x1: number, y1: number, x2: number, y2: number) =>
    open(
      `M${x + x1} ${y + y1}Q${x + (x1 + x2) / 2} ${y + Math.max(y1, y2) + 9} ${x + x2} ${y + y2}`,
      1.1,
    )
  return (
    rope(-46, -34, -28, -50) +
    rope(-12, -56, 8, -44) +
    rope(24, -40, 42, -30) +
    rope(-12, -28, 8, -22) +
    tower(-62, 15, 46) +
    tower(-28, 16, 78) +
    tower(8, 16, 60) +
    tower(42, 14, 40)
  )
}

export function stilts([x, y]: Point, random: Random): string {
  return scatter(9, [x, y], [62, 24], 22, random)
    .map(
      ([hx, hy]) =>
        filled(`M${hx - 8} ${hy}v-8l8-7l8 7v8Z`) +
        open(`M${hx - 6} ${hy}v8M${hx} ${hy}v9M${hx + 6} ${hy}v8`, 1),
    )
    .join('')
}

export function reeds(centre: Point, radii: Point, random: Random): string {
  return scatter(42, centre, radii, 14, random)
    .map(([rx, ry]) =>
      open(`M${rx - 6} ${ry}h12M${rx - 3} ${ry}l-2-6M${rx} ${ry}v-8M${rx + 3} ${ry}l2-6`, 0.8),
    )
    .join('')
}

/** Steps up to a cloud, and no further. */
export function stair([x, y]: Point): string {
  const steps = Array.from({ length: 10 }, (_, i) => `h9v-${10 - i * 0.3}`).join('')
  const under = `M${x} ${y}${steps}h10V${y}Z`
  const cloud = `M${x + 62} ${y - 78}c-14 2-20-12-8-18c-2-14 18-18 24-8c8-12 28-8 28 6c14-2 20 16 6 20z`
  const ash = Array.from(
    { length: 12 },
    (_, i) => `M${x + 14 + i * 7} ${y - 3}v-${4 + i * 6}`,
  ).join('')
  return filled(under, '#e3c9a8') + open(ash, 0.6) + filled(cloud, '#fbf4e2')
}

export function compass([x, y]: Point, radius: number): string {
  const arm = (angle: number, length: number, fill: string) =>
    `<path transform="rotate(${angle} ${x} ${y})" d="M${x} ${y - length}l${length * 0.14} ${length * 0.86}L${x} ${y}Z" fill="${fill}" stroke="${ink}" stroke-width="0.9"/>` +
    `<path transform="rotate(${angle} ${x} ${y})" d="M${x} ${y - length}l${-length * 0.14} ${length * 0.86}L${x} ${y}Z" fill="${paper}" stroke="${ink}" stroke-width="0.9"/>`
  const ring = `<circle cx="${x}" cy="${y}" r="${radius * 0.62}" fill="none" stroke="${ink}" stroke-width="0.9"/>`
  return (
    ring +
    [45, 135, 225, 315].map((a) => arm(a, radius * 0.7, '#8a6116')).join('') +
    [0, 90, 180, 270].map((a) => arm(a, radius, ink)).join('')
  )
}

/** A keelsled with its sail set, on two runners. */
export function sled([x, y]: Point): string {
  return (
    filled(`M${x - 16} ${y}q16 9 34 0l-5 8h-25z`) +
    open(`M${x - 14} ${y + 12}h32M${x - 6} ${y + 8}v4M${x + 9} ${y + 8}v4M${x} ${y + 2}v-34`, 1.5) +
    filled(`M${x + 2} ${y - 31}q18 12 13 27q-7 3-13 2z`, '#fbf4e2')
  )
}
