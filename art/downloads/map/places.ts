import { dots, type Point } from '../../kit/points.ts'

/** Coasts by hand; the drawing roughens them. West and east are the two halves of the old continent. */
export const lands: readonly (readonly Point[])[] = [
  dots(
    '352,118 455,96 540,132 572,190 545,246 592,300 556,352 590,402 560,455 520,486 498,540 438,560 420,622 352,668 262,650 226,588 172,560 140,470 166,396 128,330 170,250 236,216 270,150',
  ),
  dots(
    '650,150 728,112 838,104 930,142 1010,178 1052,258 1036,336 1078,410 1020,486 990,552 962,640 878,690 806,664 772,600 712,572 690,512 636,470 652,404 614,352 644,296 606,238 642,196',
  ),
  dots('548,712 596,700 640,722 630,758 576,764'),
  dots('700,742 746,728 774,752 742,780 704,772'),
  dots('108,660 150,646 172,682 140,716 100,702'),
  dots('1078,530 1106,522 1128,552 1104,582 1076,574'),
  dots('104,176 140,158 160,188 134,214 102,204'),
]

/** The frozen bay between the halves, under the coast lines. */
export const glass: readonly Point[] = dots(
  '520,486 560,470 598,446 640,472 690,512 712,572 772,600 790,650 720,690 640,688 560,690 470,668 430,610 440,562 498,540',
)

export type Place = { readonly at: Point; readonly size: number; readonly italic?: boolean }

/** Places and sizes of the names; words.ts has what they say. */
export const labels = {
  halm: { at: [372, 236], size: 30 },
  lanternfell: { at: [262, 400], size: 30 },
  saltmere: { at: [330, 616], size: 30 },
  harrow: { at: [850, 268], size: 30 },
  stair: { at: [920, 478], size: 28 },
  orchard: { at: [606, 240], size: 23 },
  glass: { at: [612, 590], size: 30, italic: true },
  westPomarie: { at: [462, 352], size: 17 },
  eastPomarie: { at: [754, 352], size: 17 },
  vitrey: { at: [668, 650], size: 16, italic: true },
  hollow: { at: [536, 654], size: 16, italic: true },
  mothRoad: { at: [338, 494], size: 17, italic: true },
  college: { at: [868, 570], size: 18 },
  chairs: { at: [592, 792], size: 17, italic: true },
  crumb: { at: [738, 806], size: 16, italic: true },
  saltcellar: { at: [134, 742], size: 17, italic: true },
  unpaid: { at: [1092, 612], size: 16, italic: true },
  graceNote: { at: [132, 240], size: 16, italic: true },
} as const satisfies Record<string, Place>

export type LabelName = keyof typeof labels

export const roads: readonly (readonly Point[])[] = [
  dots('400,190 330,270 270,330 220,420 250,500 330,570'),
  dots('420,190 480,260 520,306 556,318'),
  dots('660,330 720,300 790,226'),
  dots('690,370 780,420 880,440 936,404'),
  dots('760,420 800,490 850,548'),
]

export const sledRoutes: readonly (readonly Point[])[] = [
  dots('436,606 520,620 600,612 690,600 770,612'),
  dots('436,606 500,560 560,510 630,484'),
]
