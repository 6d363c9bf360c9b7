import type { SiteColours, Theme } from '#contract/colours.ts'
import { COLOUR_PAIRS, type ColourPair } from './colourPairs.ts'
import {
  drawingOf,
  type GivenTone,
  givenTones,
  hasRoom,
  POLES,
  TONE_OF,
  textsOn,
} from './givenTones.ts'
import { contrastOf, fits, nearest, type Tones } from './readable.ts'

/** Names of what people see; "faint_text" are hints, "marked_words" what a search found, "warning_box" a notice, "pictures" those behind a text. */
export type Seen =
  | keyof SiteColours
  | 'faint_text'
  | 'drawings'
  | 'marked_words'
  | 'warning_box'
  | 'pictures'

export type ContrastFault = {
  readonly theme: Theme
  readonly front: Seen
  readonly ground: Seen
  /** Rounded to a tenth, and down, so that a fault never looks sufficient. */
  readonly contrast: number
  readonly least: number
  /** The nearest readable colours: usually one, more where what stands on it has to follow. */
  readonly proposal: Readonly<Partial<SiteColours>>
}

type Given = Record<GivenTone, string>

/** The colours that are chosen for others: they move after these. */
const FOLLOWERS: Readonly<Partial<Record<GivenTone, readonly GivenTone[]>>> = {
  night: ['gold'],
  gold: ['ink'],
  parchment: ['ink', 'ember'],
}

/** @param isKind spares what can be read on the colour as it is; it is ignored where that is impossible */
function moved(
  colour: string,
  isFit: (colour: string) => boolean,
  isKind: (colour: string) => boolean = isFit,
): string {
  if (isFit(colour)) return colour
  const spares = isKind(colour) && nearest(colour, (each) => isFit(each) && isKind(each))
  return spares || (nearest(colour, isFit) ?? colour)
}

/** Grounds move only if no text could be read on them; then what stands on them moves until it can be read. */
function repaired(theme: Theme, given: Given): Given {
  const drawing = drawingOf(theme)
  const night = moved(
    given.night,
    (each) => hasRoom('night', { night: each }),
    (each) => fits('night', { night: each, gold: given.gold }),
  )
  const gold = moved(given.gold, (each) => fits('gold', { night, gold: each }))
  const onPaper = (tones: Tones) => fits('parchment', { drawing, gold, ...tones })
  const parchment = moved(
    given.parchment,
    (each) =>
      (['ink', 'ember'] as const).every((name) =>
        [given[name], ...POLES].some((front) => onPaper({ parchment: each, [name]: front })),
      ),
    (each) => fits('ink', { gold, ink: given.ink, parchment: each }),
  )
  const readable = (name: 'ink' | 'ember') =>
    moved(given[name], (each) => fits(name, { parchment, gold, [name]: each }))
  return { night, gold, parchment, ink: readable('ink'), ember: readable('ember') }
}

const SEEN: Readonly<Partial<Record<string, Seen>>> = {
  night: 'header',
  parchment: 'page',
  ink: 'text',
  snow: 'text',
  mist: 'faint_text',
  gold: 'accent',
  ember: 'warning',
  drawing: 'drawings',
}

const TINTED: Readonly<Partial<Record<string, Seen>>> = {
  gold: 'marked_words',
  ember: 'warning_box',
  night: 'pictures',
  mist: 'header',
}

const frontOf = ({ front: [name, share] }: ColourPair): Seen | undefined =>
  name === 'ink' && share < 1 ? 'faint_text' : SEEN[name]

const groundOf = ({ ground, tint }: ColourPair): Seen | undefined =>
  tint ? TINTED[tint[0]] : SEEN[ground]

/** What follows has a fault of its own unless it could be read before. */
function proposalFor(pair: ColourPair, given: Given, better: Given): Partial<SiteColours> {
  const concerned = new Set<string>([pair.front[0], pair.ground, pair.tint?.[0] ?? pair.ground])
  for (const [name, followers] of Object.entries(FOLLOWERS))
    if (concerned.has(name) && given[name as GivenTone] !== better[name as GivenTone])
      for (const follower of followers) if (fits(follower, given)) concerned.add(follower)
  const changes = Object.entries(TONE_OF).filter(
    ([, tone]) => concerned.has(tone) && given[tone] !== better[tone],
  )
  return Object.fromEntries(changes.map(([colour, tone]) => [colour, better[tone]]))
}

function faultsOf(theme: Theme, colours: SiteColours): ContrastFault[] {
  const given = givenTones(colours)
  const better = repaired(theme, given)
  // The best text that a header allows; on pages the chosen text counts.
  const [dark, light] = POLES.map((pole) => ({
    ...given,
    ...textsOn(pole),
    drawing: drawingOf(theme),
  }))
  const faults = new Map<string, ContrastFault>()
  for (const pair of COLOUR_PAIRS) {
    const [front, ground] = [frontOf(pair), groundOf(pair)]
    const contrast = Math.max(contrastOf(pair, dark ?? {}) ?? 0, contrastOf(pair, light ?? {}) ?? 0)
    if (!front || !ground || contrast === 0 || contrast >= pair.least) continue
    const rest = { contrast: Math.floor(contrast * 10) / 10, least: pair.least }
    const proposal = proposalFor(pair, given, better)
    // What is faint or tinted is no news where the plain pair fails.
    const key = `${pair.front[0]} ${pair.ground}`
    if (!faults.has(key)) faults.set(key, { theme, front, ground, ...rest, proposal })
  }
  return [...faults.values()]
}

/** @returns the pairs of these colours that can't be read; without any, all pairs of their palette can */
export const contrastFaults = (
  colours: Readonly<Record<Theme, SiteColours>>,
): readonly ContrastFault[] => [
  ...faultsOf('light', colours.light),
  ...faultsOf('dark', colours.dark),
]
