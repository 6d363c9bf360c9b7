import type { ColourName } from '#contract/colours.ts'

/** The least contrast of text, of large text and icons, and of the border of a field (WCAG 1.4.3, 1.4.11). */
const TEXT = 4.5
const LARGE = 3
/** Browsers round each colour that they blend, so what is faint or on a tint has a tenth more. */
const BLENDED = 4.6

/**
 * Colours that no palette changes: the drawings of rules and entries, which are black, and white in the dark theme; and
 * the lightest and the darkest picture.
 */
export type PairColour = ColourName | 'drawing' | 'white' | 'black'

/** A colour that covers this share of what it lies on, such as Tailwind's "ink/80". */
type Layer = readonly [colour: PairColour, share: number]

/** A foreground colour and its background: a colour of the palette, with an optional tint over it. */
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
const tinted = (spots: readonly Spot[], ...tint: Layer): Spot[] =>
  spots.map((spot) => ({ ...spot, tint }))

/**
 * Everything that is read or must be seen, in either theme. Contrast is the same both ways, so a pair also stands for
 * its reverse: night on gold is a button, vellum on ember a badge.
 */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...on(nights, TEXT, 'snow', 'mist', 'gold', 'gold-light'),
  ...on(nights, TEXT, 'ember-light', 'moss-light'),
  // The theme that is chosen.
  ...on(tinted(nights, 'mist', 0.15), BLENDED, 'mist'),
  ...on(pictures, BLENDED, ['snow', 0.85], 'gold-light'),
  ...on(papers, TEXT, 'ink', 'ink-soft', 'gold-deep', 'ember', 'moss'),
  ...on(nights, BLENDED, ['snow', 0.8]),
  ...on(papers, BLENDED, ['ink', 0.8]),
  ...on(papers, LARGE, 'field', 'drawing'),
  // Words that a search marks.
  ...on(tinted(papers, 'gold', 0.35), BLENDED, 'ink'),
  // The option of a list under the pointer, and the answer that is chosen.
  ...on(tinted(papers, 'gold', 0.25), BLENDED, 'ink-soft'),
  // What stands for a picture, and hints at the state of a group.
  ...on(tinted(papers, 'ink', 0.05), BLENDED, 'gold-deep', 'ink-soft'),
  // Notices, and the date that suits most.
  ...on(tinted(papers, 'ember', 0.08), BLENDED, 'ember'),
  ...on(tinted(papers, 'moss', 0.08), BLENDED, 'moss', 'ink-soft'),
]
