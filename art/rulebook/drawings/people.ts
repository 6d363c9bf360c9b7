import { ribbon, stroke } from '../../kit/engrave.ts'
import { hatch } from '../../kit/hatch.ts'
import { closedPath, dots, ellipse, type Point, place, smooth } from '../../kit/points.ts'
import { createRng } from '../../kit/rng.ts'
import { path, svg } from '../../kit/shapes.ts'
import { colours } from '../../palette.ts'

const { ink, gold, glow, ember, moss, vellum, dusk } = colours
const frame = ellipse([60, 74], 56, 70)

function ground(fill: string, lines: string, angle: number): string {
  return (
    path(closedPath(frame), fill) +
    path(hatch(frame, { angle, gap: 4, width: 0.8, seed: 9 }), lines)
  )
}

interface Face {
  skin: string
  at?: Point
  brow?: number
  smile?: number
  look?: number
}

function face({ skin, at = [60, 62], brow = 0, smile = 0, look = 0 }: Face): string {
  const put = (points: readonly Point[]): Point[] => place(points, at, 1)
  const shape = smooth(dots('-16,-20 0,-27 16,-20 19,-2 14,16 5,26 -5,26 -14,16 -19,-2'), true)
  const neck: Point[] = smooth(dots('-8,16 8,16 10,34 5,40 0,43 -5,40 -10,34'), true)
  const cheek: Point[] = dots('9,-18 19,-4 14,16 5,25 8,8')
  const throat: Point[] = dots('-8,23 9,19 9,35 2,36 -6,30')
  const lids = [-8, 8].map(
    (x) =>
      ribbon(
        put(
          smooth([
            [x - 5, -2],
            [x, -4.6],
            [x + 5, -1.6],
          ]),
        ),
        1.7,
      ) + closedPath(put(ellipse([x + look, -1.6], 1.9, 2.1))),
  )
  const brows = [-1, 1].map((side) =>
    ribbon(
      put(
        smooth([
          [side * 3.5, -8 + brow],
          [side * 8, -10.4],
          [side * 14, -8 - brow],
        ]),
      ),
      2,
    ),
  )
  const nose = ribbon(put(smooth(dots('1.6,-3 3,4 4.4,8.4 1,10 -1.6,9'))), 1.4)
  const mouth =
    ribbon(
      put(
        smooth([
          [-6, 16 - smile],
          [0, 17.2],
          [7, 15.4 - smile],
        ]),
      ),
      1.9,
    ) + stroke(put([[-2, 21]])[0] ?? at, put([[3, 21]])[0] ?? at, 0.6)
  return (
    path(closedPath(put(neck)) + closedPath(put(shape)), skin) +
    path(
      hatch(put(cheek), { angle: 55, gap: 2.3, width: 0.6 }) +
        hatch(put(throat), { angle: 20, gap: 2.2, width: 0.7 }) +
        lids.join('') +
        brows.join('') +
        nose +
        mouth,
      ink,
    )
  )
}

function shoulders(fill: string, lines: string): string {
  const shape: Point[] = smooth(dots('14,121 22,106 42,98 60,101 78,98 98,106 106,121'))
  const body: Point[] = [...shape, [92, 131], [76, 141], [60, 144], [44, 141], [28, 131]]
  return (
    path(closedPath(body), fill) +
    path(hatch(body, { angle: 96, gap: 4.4, width: 0.9, seed: 4 }), lines)
  )
}

/** Runa, apprentice of the Moth Road wardens: hood, lantern light, two lamp-moths. */
export function runa(): string {
  const hood = smooth(dots('60,22 84,32 92,58 88,88 98,108 60,116 22,108 32,88 28,58 36,32'), true)
  const opening = smooth(dots('60,32 76,40 82,62 76,86 60,100 44,86 38,62 44,40'), true)
  const fringe = smooth(dots('42,46 52,36 68,36 78,48 68,45 60,50 50,45 43,56'), true)
  const moth = (at: Point, size: number): string =>
    path(
      closedPath(place(smooth(dots('0,0 -4,-8 -11,-7 -9,1 -3,5'), true), at, size)) +
        closedPath(place(smooth(dots('0,0 4,-8 11,-7 9,1 3,5'), true), at, size)),
      glow,
    ) + path(ribbon(place(dots('0,-4 0,2 0,7'), at, size), 2), ink)
  return svg(
    120,
    148,
    ground(dusk, '#5a5480', 20),
    shoulders(moss, '#1f3320'),
    path(closedPath(hood), moss),
    path(
      hatch(dots('78,30 92,58 88,88 98,108 80,110 80,50'), { angle: 78, gap: 3, width: 0.9 }) +
        ribbon(smooth(dots('34,40 31,60 36,88 28,106')), 1.6),
      '#16240f',
    ),
    path(closedPath(opening), '#191424'),
    face({ skin: '#e6c49a', smile: 1.4, look: 1 }),
    path(closedPath(fringe), '#7a3f1d'),
    moth([97, 46], 0.9),
    moth([22, 66], 0.7),
  )
}

/** Bardo of Harrow, son of bell-keepers: broad, curly, with a bell rope over the shoulder. */
export function bardo(): string {
  const random = createRng(11).next
  let curls = closedPath(
    smooth(dots('38,60 36,44 44,30 60,25 76,30 84,44 82,60 78,48 68,42 52,42 42,48'), true),
  )
  for (let i = 0; i < 60; i++) {
    const turn = Math.PI * (0.98 + random() * 1.04)
    const reach = 22 + random() * 8
    curls += closedPath(
      ellipse(
        [60 + Math.cos(turn) * reach * 0.98, 54 + Math.sin(turn) * reach],
        3 + random() * 1.8,
        3 + random() * 1.8,
      ),
    )
  }
  const rope = smooth(dots('30,104 46,118 64,130 84,140'))
  const twists = rope
    .filter((_, i) => i % 2 === 0)
    .map(([x, y]) => stroke([x - 3, y + 2], [x + 3, y - 3], 0.9))
    .join('')
  const bell = smooth(dots('91,92 84,96 82,108 76,116 106,116 100,108 98,96'), true)
  return svg(
    120,
    148,
    ground('#e9dcc0', colours.gold, -30),
    shoulders(ember, '#5c1d10'),
    face({ skin: '#9a6b43', brow: -0.8, smile: 0.6 }),
    path(curls, '#1b1210'),
    path(ribbon(rope, 9) + closedPath(place(dots('-3,0 3,0 3,5 -3,5'), [30, 102], 1)), gold),
    path(twists, ink),
    path(closedPath(bell) + closedPath(ellipse([91, 119], 4, 3.4)), ink),
    path(hatch(dots('85,98 91,95 91,114 80,114'), { angle: 94, gap: 2.4, width: 0.6 }), glow),
  )
}

/** Ilo of the Quiet College: short hair, round spectacles, an empty book. */
export function ilo(): string {
  const hair = smooth(
    dots('39,60 37,44 44,30 60,25 78,31 84,46 81,60 77,46 66,40 50,44 43,48'),
    true,
  )
  const ring = (x: number): string =>
    `<circle cx="${x}" cy="61" r="7.4" fill="none" stroke="${gold}" stroke-width="1.7"/>`
  const collar = smooth(dots('40,100 60,112 80,100 84,108 60,124 36,108'), true)
  const book =
    closedPath(dots('30,120 59,126 59,143 36,137')) +
    closedPath(dots('90,120 61,126 61,143 84,137'))
  return svg(
    120,
    148,
    ground('#dfe3d0', colours.moss, 70),
    shoulders('#33405c', '#141b2b'),
    face({ skin: '#f0d6b4', brow: 0.8, look: -1 }),
    path(closedPath(hair), '#2b2118'),
    path(
      hatch(dots('40,54 44,32 60,27 60,38 48,43'), { angle: 100, gap: 2.6, width: 0.5 }),
      '#a08b6c',
    ),
    ring(52),
    ring(68),
    path(stroke([59, 60], [61, 60], 0.9), gold),
    path(closedPath(collar), vellum),
    path(hatch(dots('62,113 80,102 83,108 62,122'), { angle: 60, gap: 2.6, width: 0.5 }), ink),
    path(book, vellum),
    path(
      stroke([33, 123], [58, 128], 0.6) +
        stroke([87, 123], [62, 128], 0.6) +
        stroke([60, 126], [60, 143], 0.9),
      ink,
    ),
  )
}
