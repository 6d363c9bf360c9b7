import { appleGap } from './lib/apple.ts'
import { swell } from './lib/engrave.ts'
import type { Point } from './lib/sheet.ts'
import { n } from './lib/sheet.ts'

export const colours = { night: '#15131f', parchment: '#f6f0e2', gold: '#e0b45a', ink: '#231d16' }

const p = (s: number, values: readonly number[]): string => values.map((v) => n(v * s)).join(' ')

function half(s: number, side: 1 | -1, gap: number): string {
  const m = (...values: number[]): string =>
    p(
      s,
      values.map((v, i) => (i % 2 ? v : v * side + gap * side)),
    )
  const inner = appleGap(1)
    .slice(1, -1)
    .reverse()
    .map(([x, y]) => `L${p(s, [x + gap * side, y])}`)
    .join('')
  return `M${m(0, -0.62)}C${m(0.2, -0.9, 0.93, -0.9, 0.93, -0.14)}C${m(0.93, 0.44, 0.53, 0.98, 0.22, 0.94)}C${m(0.12, 0.92, 0.08, 0.86, 0, 0.86)}${inner}Z`
}

function cut(
  s: number,
  side: 1 | -1,
  reach: number,
  from: number,
  to: number,
  width: number,
): string {
  const points: Point[] = []
  const widths: number[] = []
  for (let i = 0; i <= 14; i += 1) {
    const t = i / 14
    const y = from + (to - from) * t
    const x = side * reach * 0.98 * (1 - Math.min(1, Math.abs((y + 0.02) / 0.96)) ** 2.5) ** 0.5
    points.push([x * s, y * s])
    widths.push(Math.max(0.01, Math.sin(Math.PI * t)) * width * s)
  }
  return swell(points, widths, 0.001)
}

/** The golden apple of discord in one path, split by a lightning-thin gap; drawn around (0, 0), `s` is half its height. */
export function markPath(s: number, detail: 'full' | 'small' = 'full'): string {
  const gap = detail === 'full' ? 0.045 : 0.075
  const leaf = `M${p(s, [0.1, -0.84])}C${p(s, [0.24, -1.18, 0.62, -1.24, 0.86, -1.14])}C${p(s, [0.74, -0.9, 0.4, -0.74, 0.1, -0.84])}Z`
  const stem = `M${p(s, [-0.05, -0.68])}C${p(s, [-0.06, -0.9, -0.02, -1.04, 0.08, -1.2])}L${p(s, [0.17, -1.15])}C${p(s, [0.07, -1, 0.04, -0.88, 0.05, -0.68])}Z`
  const cuts =
    detail === 'small'
      ? []
      : [
          cut(s, 1, 0.84, -0.5, 0.7, 0.06),
          cut(s, 1, 0.69, -0.42, 0.64, 0.052),
          cut(s, 1, 0.54, -0.3, 0.56, 0.042),
          cut(s, 1, 0.4, -0.12, 0.44, 0.03),
          cut(s, -1, 0.8, -0.5, 0.1, 0.05),
          swell(
            [
              [0.2 * s, -0.9 * s],
              [0.46 * s, -1 * s],
              [0.74 * s, -1.1 * s],
            ],
            [0.01, 0.045 * s, 0.01],
            0.001,
          ),
        ]
  return [half(s, -1, gap), half(s, 1, gap), stem, leaf, ...cuts].join('')
}

/** The mark alone; `color` as an attribute lets a style sheet recolour it where it stands inline. */
export function markSvg(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" color="${colour}" fill="currentColor"><path fill-rule="evenodd" transform="translate(48 52.5)" d="${markPath(40)}"/></svg>`
}

/**
 * The mark on a tile, for favicons and app icons.
 * @param half height of half the mark, of the tile's 96: devices cut maskable icons to a circle of radius 38
 */
export function tileSvg(
  background: string,
  colour: string,
  size: number,
  radius: number,
  half = 33,
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="${radius}" fill="${background}"/><path fill="${colour}" fill-rule="evenodd" transform="translate(48 53)" d="${markPath(half, size <= 64 ? 'small' : 'full')}"/></svg>`
}
