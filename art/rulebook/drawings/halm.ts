import { ribbon, stroke } from '../../kit/engrave.ts'
import { closedPath, dots, type Point, place, smooth } from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { path } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const night = [
  [252, 300, 17, 'cone'],
  [282, 268, 20, 'flat'],
  [314, 240, 24, 'cone'],
  [348, 286, 18, 'cone'],
  [376, 256, 22, 'flat'],
] as const

function roof(x: number, top: number, width: number, kind: 'cone' | 'flat'): Point[] {
  if (kind === 'cone')
    return [
      [x - width * 0.64, top + 1],
      [x + 0.5, top - width * 1.5],
      [x + width * 0.64, top + 1],
    ]
  const w = width * 0.62
  return [
    [x - w, top + 2],
    [x - w, top - 7],
    [x - w / 2, top - 7],
    [x - w / 2, top - 3],
    [x - w / 5, top - 3],
    [x - w / 5, top - 7],
    [x + w / 5, top - 7],
    [x + w / 5, top - 3],
    [x + w / 2, top - 3],
    [x + w / 2, top - 7],
    [x + w, top - 7],
    [x + w, top + 2],
  ]
}

function bridge([ax, ay]: Point, [bx, by]: Point, sag: number): string {
  const at = (t: number, drop: number): Point => [
    ax + (bx - ax) * t,
    ay + (by - ay) * t + drop * 4 * t * (1 - t),
  ]
  const deck = Array.from({ length: 9 }, (_, i) => at(i / 8, sag))
  const rope = Array.from({ length: 9 }, (_, i): Point => {
    const [x, y] = at(i / 8, sag * 0.8)
    return [x, y - 6]
  })
  const ties = deck.map((point, i) => stroke(point, rope[i] ?? point, 0.5)).join('')
  return ribbon(deck, 2.2) + ribbon(rope, 1.1) + ties
}

/** Halm by night: towers to the right of the picture, joined by rope bridges; foot of the towers at y = 392. */
export function towers(): string {
  const random = createRng(70).next
  let walls = ''
  let marks = ''
  let windows = ''
  for (const [x, top, width, kind] of night) {
    const half = width / 2
    walls +=
      closedPath([
        [x - half, top],
        [x + half, top],
        [x + half + 3, 394],
        [x - half - 3, 394],
      ]) + closedPath(roof(x, top, width, kind))
    for (let y = top + 4; y < 388; y += 4.2)
      marks += stroke(
        [x + half * (0.1 + random() * 0.5), y],
        [x + half + ((y - top) / (392 - top)) * 3, y],
        0.8,
      )
    marks += stroke([x - half, top], [x - half - 3, 392], 0.9)
    for (let y = top + 13; y < 376; y += 19 + random() * 12) {
      const wx = x - half * 0.45 + (random() * half) / 3
      if (random() > 0.25)
        windows += closedPath(place(dots('-1.7,0 0,-3 1.7,0 1.7,5 -1.7,5'), [wx, y]))
    }
  }
  const ropes =
    bridge([260, 322], [273, 318], 5) +
    bridge([292, 296], [303, 290], 4) +
    bridge([326, 300], [340, 312], 6) +
    bridge([357, 330], [366, 322], 5) +
    bridge([291, 346], [339, 350], 11)
  return (
    path(walls, '#1d1a2b') +
    path(marks, '#8a80ad') +
    path(ropes, '#b7aed6') +
    path(windows, colours.glow)
  )
}

/** A seated person in a cloak, seen from the side. `facing` 1 looks right. */
export function figure(foot: Point, size: number, facing: 1 | -1): string {
  const cloak = smooth(dots('-11,0 -11,-13 -6,-26 0,-30 5,-26 7,-14 12,-9 12,0'))
  const head = smooth(dots('0,-31 -5,-36 -3,-43 2,-44 6,-40 6,-35 3,-31'), true)
  const shapes =
    closedPath(place(cloak, foot, size, facing)) + closedPath(place(head, foot, size, facing))
  const rim =
    ribbon(place(smooth(dots('5,-26 7,-14 12,-9')), foot, size, facing), 1.6) +
    ribbon(place(smooth(dots('3,-43 6.4,-40 6,-35')), foot, size, facing), 1.5)
  const folds =
    ribbon(place(smooth(dots('-4,-22 -7,-12 -7,-2')), foot, size, facing), 1) +
    ribbon(place(smooth(dots('0,-22 -1,-11 1,-2')), foot, size, facing), 1)
  return path(shapes, '#2f2945') + path(folds, '#6e6692') + path(rim, colours.glow)
}
