import type { ColourName } from '#contract/colours.ts'

/** The least contrast of text, of large text and icons, and of the border of a field (WCAG 1.4.3, 1.4.11). */
const TEXT = 4.5
const LARGE = 3

/**
 * Colours that no palette changes: the drawings of rules and entries, which are black, and white in the dark theme; and
 * the lightest and the darkest picture.
 */
export type PairColour = ColourName | 'drawing' | 'white' | 'black'

/** A colour that covers this share of what it lies on, such as Tailwind's "ink/80". */
type Layer = readonly [colour: PairColour, share: number]

/** Something to read and what it stands on: a ground, and perhaps a tint of it. */
export type ColourPair = {
  readonly front: Layer
  readonly ground: PairColour
  readonly tint?: Layer
  readonly least: number
}

type Spot = Pick<ColourPair, 'ground' | 'tint'>
const on = (spots: readonly Spot[], least: number, ...fronts: (PairColour | Layer)[]) =>
  fronts.flatMap((front) =>
    spots.map((spot): ColourPair => {
      const layer: Layer = typeof front === 'string' ? [front, 1] : front
      return { front: layer, ...spot, least }
    }),
  )

const nights: Spot[] = [{ ground: 'night' }, { ground: 'dusk' }]
const papers: Spot[] = [{ ground: 'parchment' }, { ground: 'vellum' }]
/** Dark behind the text, as `text-shade` makes them. */
const pictures: Spot[] = [
  { ground: 'white', tint: ['night', 0.82] },
  { ground: 'black', tint: ['night', 0.82] },
]
const tinted = (...tint: Layer): Spot[] => papers.map((paper) => ({ ...paper, tint }))

/**
 * Everything that is read or must be seen, in either theme. Contrast is the same both ways, so a pair also stands for
 * its reverse: night on gold is a button, vellum on ember a badge.
 */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...on(nights, TEXT, 'snow', ['snow', 0.8], 'mist', 'gold', 'gold-light'),
  ...on(nights, TEXT, 'ember-light', 'moss-light'),
  ...on(pictures, TEXT, ['snow', 0.85], 'gold-light'),
  ...on(papers, TEXT, 'ink', ['ink', 0.8], 'ink-soft', 'gold-deep', 'ember', 'moss'),
  ...on(papers, LARGE, 'field', 'drawing'),
  // Words that a search marks.
  ...on(tinted('gold', 0.35), TEXT, 'ink'),
  // The option of a list under the pointer, and the answer that is chosen.
  ...on(tinted('gold', 0.25), TEXT, 'ink-soft'),
  // Notices, and the date that suits most.
  ...on(tinted('ember', 0.08), TEXT, 'ember'),
  ...on(tinted('moss', 0.08), TEXT, 'moss', 'ink-soft'),
]
