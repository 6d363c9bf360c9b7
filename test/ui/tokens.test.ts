import { readFileSync } from 'node:fs'
import { COLOUR_NAMES } from '#contract/colours.ts'
import { COLOUR_PAIRS, type ColourPair, contrastOf } from '#server/modules/site-kit/palette.ts'
import { iconNames } from '#src/ui/icons.ts'
import tailwind, { colors, darkColors, paletteRule } from '../../tailwind.config.ts'

/** What the style sheets have for each token, in the light (first) or the dark theme (last). */
const valuesOf = (at: 0 | -1): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object.values(paletteRule)[0] ?? {}).map(([name, value]) => [
      name.replace('--color-', ''),
      value.match(/#\w+/g)?.at(at) ?? '',
    ]),
  )
const light = { ...valuesOf(0), drawing: '#000000' }
const dark = { ...valuesOf(-1), drawing: '#ffffff' }

const pairName = ({ front, ground, tint, least }: ColourPair): string =>
  `${front.join(' ')} on ${ground}${tint ? ` with ${tint.join(' ')}` : ''} has ${least}:1`

test('contrast is measured as WCAG does, of what one sees of a colour that covers its ground in part', () => {
  const contrast = (front: string, ground: string, share = 1) =>
    contrastOf(
      { front: ['ink', share], ground: 'vellum', least: 0 },
      { ink: front, vellum: ground },
    )
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#000000', '#ffffff', 136 / 255)).toBeCloseTo(4.48, 2)
})

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_theme, theme) => {
  test.each(COLOUR_PAIRS.map((pair) => [pairName(pair), pair] as const))('%s', (_name, pair) => {
    expect(contrastOf(pair, theme)).toBeGreaterThanOrEqual(pair.least)
  })
})

test('every token has a pair, except the line, which is decoration', () => {
  const used = COLOUR_PAIRS.flatMap(({ front, ground }) => [front[0], ground])
  expect(COLOUR_NAMES.filter((name) => !used.includes(name))).toEqual(['line'])
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

test('the sprite is hidden by what is valid on an SVG', () => {
  const [svg] = /<svg[^>]*>/.exec(readFileSync('src/ui/interface.svg', 'utf8')) ?? []
  expect(svg).toMatch(/ class="hidden"/)
  expect(svg).not.toMatch(/ hidden[ >]/)
})
