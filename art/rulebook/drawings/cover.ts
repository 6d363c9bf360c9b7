import { ribbon, stroke } from '../../kit/engrave.ts'
import { closedPath, dots, type Point, smooth } from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'
import { apple } from './apple.ts'
import { figure, towers } from './halm.ts'

const moon: Point = [200, 268]
const horizon = 392

function sky(): string {
  const random = createRng(412).next
  let far = ''
  let near = ''
  for (let radius = 84; radius < 330; radius += 7 + radius / 60) {
    for (let angle = random() * 20; angle < 360; angle += 16 + random() * 14) {
      const sweep = 9 + random() * 14
      const arc = Array.from({ length: 9 }, (_, i): Point => {
        const turn = ((angle + (sweep * i) / 8) * Math.PI) / 180
        return [moon[0] + radius * Math.cos(turn), moon[1] + radius * Math.sin(turn)]
      })
      if (arc.some(([x, y]) => y > horizon - 6 || x < 2 || x > 398 || y < 2)) continue
      const mark = ribbon(arc, 1.7)
      if (radius < 128) near += mark
      else far += mark
    }
  }
  return path(far, '#4a4468') + path(near, colours.glow, 0.55)
}

function mountain(): string {
  const random = createRng(7).next
  const ridge: Point[] = dots(
    `-4,352 18,330 34,336 58,296 72,304 92,262 104,276 118,300 130,298 150,338 166,356 188,392`,
  )
  const body: Point[] = [...ridge, [-4, 392]]
  let marks = ''
  for (let i = 0; i + 1 < ridge.length; i++) {
    const [a, b] = [ridge[i] ?? moon, ridge[i + 1] ?? moon]
    for (let t = 0; t < 1; t += 0.13) {
      const start: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
      const fall = Math.min(390 - start[1], (b[1] > a[1] ? 44 : 16) * (0.5 + random()))
      marks += stroke([start[0], start[1] + 2], [start[0] + fall * 0.35, start[1] + fall], 1.1)
    }
  }
  const terraces = [318, 340, 362, 380]
    .map((y, i) => stroke([28 - i * 7, y + 4], [132 + i * 12, y], 1.2, 5))
    .join('')
  return (
    path(closedPath(body), '#1d1a2b') + path(marks, '#8a80ad') + path(terraces, colours.glow, 0.7)
  )
}

function sea(): string {
  const random = createRng(99).next
  let water = ''
  let light = ''
  for (let y = horizon + 4; y < 520; y += 3 + (y - horizon) / 24) {
    const spread = 26 + (y - horizon) * 0.5
    for (let x = -20 + random() * 30; x < 410; x += 30 + random() * 60) {
      const length = 24 + random() * 50
      water += stroke([x, y], [x + length, y + random() * 2 - 1], 0.8)
    }
    light += stroke(
      [moon[0] - spread * (0.5 + random() * 0.6), y],
      [moon[0] - 5 - random() * 5, y],
      1.5,
    )
    light += stroke(
      [moon[0] + 5 + random() * 5, y],
      [moon[0] + spread * (0.5 + random() * 0.6), y],
      1.5,
    )
  }
  const crack = smooth([
    [200, horizon],
    [193, 418],
    [206, 436],
    [194, 462],
    [208, 486],
    [198, 524],
  ])
  return (
    path(water, '#5a5480') + path(light, colours.glow) + path(ribbon(crack, 3.4), colours.night)
  )
}

function shore(): string {
  const random = createRng(31).next
  const edge = smooth(dots('-6,486 40,496 92,520 150,527 232,524 300,524 352,506 406,480'))
  const body: Point[] = [...edge, [406, 606], [-6, 606]]
  let grass = ''
  for (const [x, y] of edge) {
    for (let k = 0; k < 3; k++) {
      const foot: Point = [x + random() * 9, y + 4 + k * 7 + random() * 5]
      grass += stroke(foot, [foot[0] + random() * 6 - 3, foot[1] - 7 - random() * 6], 0.9)
    }
  }
  return path(closedPath(body), '#0d0b14') + path(grass, '#6e6692')
}

/** Two old trees lean in from the edges, so that the gap in the apple runs on through the picture. */
function tree(mirror: 1 | -1): string {
  const x = (value: number): number => (mirror === 1 ? value : 400 - value)
  const along = (points: readonly Point[]): Point[] =>
    smooth(points.map(([px, py]): Point => [x(px), py]))
  const random = createRng(mirror === 1 ? 5 : 6).next
  const trunk = along(
    dots('-8,520 34,512 20,470 14,400 22,340 14,250 24,196 14,140 -8,90 -8,300 -8,520'),
  )
  const limbs = [
    ribbon(along(dots('6,330 34,296 62,286 84,262')), 8),
    ribbon(along(dots('12,240 44,214 66,190 102,184')), 8),
    ribbon(along(dots('4,176 40,160 62,140 84,142')), 6),
    ribbon(along(dots('44,214 66,222 88,220')), 4),
  ]
  let leaves = ''
  for (const [cx, cy, many] of [
    [84, 262, 16],
    [102, 184, 20],
    [84, 142, 16],
    [88, 220, 14],
    [56, 190, 14],
    [30, 150, 16],
    [58, 286, 12],
  ] as const) {
    for (let i = 0; i < many; i++) {
      const start: Point = [x(cx + random() * 44 - 22), cy + random() * 30 - 15]
      leaves += stroke(start, [start[0] + (random() * 12 - 6), start[1] + 6 + random() * 5], 2.1)
    }
  }
  const bark = [
    [4, 500, 2, 420, 7, 350],
    [12, 505, 7, 440, 10, 392],
    [22, 507, 13, 470, 10, 430],
    [5, 330, 9, 270, 6, 215],
    [12, 330, 13, 285, 10, 245],
    [8, 200, 12, 165, 6, 130],
  ]
    .map(([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) =>
      ribbon(
        along([
          [a, b],
          [c, d],
          [e, f],
        ]),
        1.6,
      ),
    )
    .join('')
  const rim = [
    dots('34,296 62,286 84,262'),
    dots('44,214 66,190 102,184'),
    dots('40,160 62,140 84,142'),
  ]
    .map((points) => ribbon(along(points.map(([px = 0, py = 0]): Point => [px, py + 2])), 1.3))
    .join('')
  return (
    path(closedPath(trunk) + limbs.join(''), '#0b0911') +
    path(leaves, '#3b3558') +
    path(bark, '#6e6692') +
    path(rim, colours.glow, 0.6)
  )
}

function company(): string {
  const table =
    closedPath(dots('172,545 228,545 233,550 167,550')) +
    closedPath(dots('176,550 180,550 178,566 174,566')) +
    closedPath(dots('220,550 224,550 226,566 222,566'))
  const dice =
    path(closedPath(dots('192,541 196,537 200,541 196,545')), colours.vellum) +
    path(closedPath(dots('203,541 207,537 211,541 207,545')), colours.ember)
  return [
    figure([150, 566], 1, 1),
    figure([176, 556], 0.86, 1),
    figure([226, 556], 0.86, -1),
    figure([251, 566], 1, -1),
    path(table, '#3a3352'),
    path(stroke([170, 545], [230, 545], 1), colours.glow),
    dice,
  ].join('\n')
}

/** The cover: the apple hangs as a moon over the Sea of Glass, Mount Harrow on the left, Halm on the right, a table in front. */
export function cover(): string {
  return svg(
    400,
    600,
    path('M0 0H400V600H0Z', colours.night),
    sky(),
    apple({ at: moon, size: 62, body: colours.glow, shade: '#7a5a1e', leaf: colours.glow }),
    mountain(),
    towers(),
    sea(),
    tree(1),
    tree(-1),
    shore(),
    company(),
  )
}
