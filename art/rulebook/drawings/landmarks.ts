import { ribbon, stroke } from '../../kit/engrave.ts'
import { hatch } from '../../kit/hatch.ts'
import { closedPath, dots, ellipse, openPath, type Point, place, smooth } from '../../kit/points.ts'
import { line, path } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const { ink, ember, moss, vellum } = colours

export function hill([x, y]: Point, scale: number): string {
  const shape = place(dots('-16,0 -6,-20 -3,-17 2,-30 7,-18 10,-20 20,0'), [x, y], scale)
  const shade = place(dots('2,-30 7,-18 10,-20 20,0 6,0 4,-14'), [x, y], scale)
  return (
    path(closedPath(shape), vellum) +
    path(hatch(shade, { angle: 64, gap: 2.2, width: 0.6 }), ink) +
    line(openPath(shape), ink, 1)
  )
}

export function tree([x, y]: Point, crown: string): string {
  const top = ellipse([x, y - 7], 5, 5.6)
  return (
    path(stroke([x, y + 1], [x, y - 6], 0.9), ink) +
    path(closedPath(top), crown) +
    path(
      hatch(place(dots('1,-12 5,-8 3,-2 0,-2'), [x, y]), { angle: 70, gap: 1.6, width: 0.4 }),
      ink,
    ) +
    line(closedPath(top), ink, 0.7)
  )
}

export function town([x, y]: Point): string {
  const towers = dots('-13,20 -3,30 8,24 17,16').map(
    ([dx, height]) =>
      path(
        closedPath([
          [x + dx, y],
          [x + dx, y - height],
          [x + dx + 3, y - height - 6],
          [x + dx + 6, y - height],
          [x + dx + 6, y],
        ]),
        ink,
      ) + path(stroke([x + dx + 1.6, y - 2], [x + dx + 1.6, y - height + 2], 0.5), vellum),
  )
  return (
    towers.join('') +
    path(
      ribbon(smooth(place(dots('-7,-17 -5,-15 -3,-18'), [x, y])), 1.2) +
        ribbon(smooth(place(dots('3,-20 6,-17 8,-19'), [x, y])), 1.2),
      ember,
    )
  )
}

export function stilts([x, y]: Point): string {
  const hut = (dx: number, dy: number): string =>
    path(
      closedPath([
        [x + dx - 7, y + dy - 6],
        [x + dx, y + dy - 13],
        [x + dx + 7, y + dy - 6],
      ]) +
        closedPath([
          [x + dx - 5, y + dy - 6],
          [x + dx + 5, y + dy - 6],
          [x + dx + 5, y + dy],
          [x + dx - 5, y + dy],
        ]),
      ink,
    ) +
    path(
      stroke([x + dx - 4, y + dy], [x + dx - 4, y + dy + 7], 0.6) +
        stroke([x + dx + 4, y + dy], [x + dx + 4, y + dy + 7], 0.6),
      ink,
    )
  return (
    hut(-10, 0) +
    hut(7, 4) +
    path(
      [0, 3, 6].map((dy) => stroke([x - 24, y + 9 + dy], [x + 22, y + 9 + dy], 0.6)).join(''),
      moss,
    )
  )
}

export function ashenStair([x, y]: Point): string {
  const steps = Array.from({ length: 7 }, (_, i): Point[] => [
    [x - 20 + i * 6, y - i * 5],
    [x - 14 + i * 6, y - i * 5],
    [x - 14 + i * 6, y + 4],
    [x - 20 + i * 6, y + 4],
  ])
  const cloud = smooth(place(dots('8,-34 16,-42 27,-40 36,-44 44,-34 30,-29 14,-29'), [x, y]), true)
  return (
    path(steps.map((step) => closedPath(step)).join(''), ink) +
    path(steps.map((step) => hatch(step, { angle: 90, gap: 2.6, width: 0.5 })).join(''), vellum) +
    path(closedPath(cloud), vellum) +
    line(closedPath(cloud), ink, 0.9)
  )
}
