import { readFileSync } from 'node:fs'
import { iconNames } from '#src/ui/icons.ts'
import tailwind, { colors, darkColors } from '../../tailwind.config.ts'

/** The least contrast of text, of large text and icons, and of the border of a field (WCAG 1.4.3, 1.4.11). */
const TEXT = 4.5
const LARGE = 3

/** The tokens that have two colours. */
type Papers = Widened<typeof darkColors>
type Widened<Tokens> = {
  [Token in keyof Tokens]: Tokens[Token] extends string ? string : Widened<Tokens[Token]>
}

type Pair = [name: string, foreground: string, background: string, least: number]
const on = (grounds: Record<string, string>, name: string, colour: string, least: number): Pair[] =>
  Object.entries(grounds).map(([ground, value]) => [`${name} on ${ground}`, colour, value, least])

const { night, dusk, snow, gold, ember, moss, mist } = colors
const nights = { night, dusk }

const pairsOnNight: Pair[] = [
  ...on(nights, 'snow', snow, TEXT),
  ...on(nights, 'mist', mist, TEXT),
  ...on(nights, 'gold', gold.DEFAULT, TEXT),
  ...on(nights, 'gold-light', gold.light, TEXT),
  ...on(nights, 'ember-light', ember.light, TEXT),
  ...on(nights, 'moss-light', moss.light, TEXT),
  // Buttons, badges and the selection.
  ...on({ gold: gold.DEFAULT, 'gold-light': gold.light }, 'night', night, TEXT),
]

/** Papers and what is written on them, in one theme. */
const pairsOnPaper = (theme: string, { parchment, vellum, ink, ...theirs }: Papers): Pair[] => {
  const papers = { [`${theme} parchment`]: parchment, [`${theme} vellum`]: vellum }
  return [
    ...on(papers, 'ink', ink.DEFAULT, TEXT),
    ...on(papers, 'ink-soft', ink.soft, TEXT),
    ...on(papers, 'gold-deep', theirs.gold.deep, TEXT),
    ...on(papers, 'ember', theirs.ember.DEFAULT, TEXT),
    ...on(papers, 'moss', theirs.moss.DEFAULT, TEXT),
    ...on(papers, 'field', theirs.field, LARGE),
    // Badges, and the button of actions that cannot be undone.
    ...on(
      { ember: theirs.ember.DEFAULT, moss: theirs.moss.DEFAULT },
      `${theme} vellum`,
      vellum,
      TEXT,
    ),
  ]
}

const pairs: Pair[] = [
  ...pairsOnNight,
  ...pairsOnPaper('light', colors),
  ...pairsOnPaper('dark', darkColors),
]

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('contrast is measured as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test.each(pairs)('%s can be read', (_name, foreground, background, least) => {
  expect(contrast(foreground, background)).toBeGreaterThanOrEqual(least)
})

test('dialogs are on the layer of behaviour 9.6', () => {
  expect(tailwind.theme.zIndex.modal).toBe('1050')
})

test('every colour of the dark theme replaces one of the light theme', () => {
  const names = (tokens: object): string[] =>
    Object.entries(tokens).flatMap(([name, value]) =>
      typeof value === 'string' ? [name] : Object.keys(value).map((tone) => `${name}-${tone}`),
    )
  expect(names(colors)).toEqual(expect.arrayContaining(names(darkColors)))
})

test('every icon of the kit is in the sprite, and nothing else is', () => {
  const sprite = readFileSync('src/ui/interface.svg', 'utf8')
  const drawn = [...sprite.matchAll(/<symbol id="icon-(\w+)"/g)].map(([, id]) => id)
  expect(drawn).toEqual([...iconNames])
})
