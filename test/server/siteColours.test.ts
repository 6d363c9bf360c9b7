import { differenceEuclidean } from 'culori'
import fc from 'fast-check'
import { browserslistToTargets, transform } from 'lightningcss'
import {
  COLOUR_NAMES,
  DEFAULT_COLOURS,
  type Palette,
  type SiteColours,
  type Theme,
} from '#contract/colours.ts'
import { COLOUR_PAIRS } from '#server/modules/site-kit/colourPairs.ts'
import { contrastFaults } from '#server/modules/site-kit/contrastFaults.ts'
import { paletteCss, paletteOf } from '#server/modules/site-kit/palette.ts'
import { contrastOf } from '#server/modules/site-kit/readable.ts'
import manifest from '../../package.json' with { type: 'json' }
import { paletteRule } from '../../tailwind.config.ts'

type Colours = Record<Theme, SiteColours>
const THEMES = ['light', 'dark'] as const

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)
const themeColours = fc.record({
  header: colour,
  page: colour,
  text: colour,
  accent: colour,
  warning: colour,
})
const allColours = fc.record({ light: themeColours, dark: themeColours })

function withProposals(colours: Colours): Colours {
  const better = { light: { ...colours.light }, dark: { ...colours.dark } }
  for (const { theme, proposal } of contrastFaults(colours)) Object.assign(better[theme], proposal)
  return better
}

const unreadable = (palette: Palette) =>
  THEMES.flatMap((theme) => {
    const tones = { ...palette[theme], drawing: theme === 'light' ? '#000000' : '#ffffff' }
    return COLOUR_PAIRS.filter((pair) => (contrastOf(pair, tones) ?? 0) < pair.least).map(
      (pair) => [theme, pair],
    )
  })

const changed = (theme: Theme, change: Partial<SiteColours>): Colours => ({
  ...DEFAULT_COLOURS,
  [theme]: { ...DEFAULT_COLOURS[theme], ...change },
})

/** The value of each property in the style sheets without a kit, by theme. */
const today = (theme: Theme): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object.values(paletteRule)[0] ?? {}).map(([name, value]) => {
      const both = value.match(/#[0-9a-f]{6}/g) ?? []
      return [name, (theme === 'light' ? both[0] : both.at(-1)) ?? '']
    }),
  )

describe('the palette of five colours', () => {
  test.each(THEMES)('is nearly that of the %s theme for its own five', (theme) => {
    expect(contrastFaults(DEFAULT_COLOURS)).toEqual([])
    const palette = paletteOf(DEFAULT_COLOURS)[theme]
    const distance = differenceEuclidean('oklab')
    const far = COLOUR_NAMES.filter(
      (name) => distance(palette[name], today(theme)[`--color-${name}`] ?? '') > 0.02,
    )
    expect(far).toEqual([])
    expect(palette).toMatchObject({
      night: DEFAULT_COLOURS[theme].header,
      parchment: DEFAULT_COLOURS[theme].page,
      ink: DEFAULT_COLOURS[theme].text,
      gold: DEFAULT_COLOURS[theme].accent,
      ember: DEFAULT_COLOURS[theme].warning,
    })
  })

  test('is written as the build writes the colours of both themes', () => {
    const { light, dark } = paletteOf(DEFAULT_COLOURS)
    const native = COLOUR_NAMES.map(
      (name) => `--color-${name}: light-dark(${light[name]}, ${dark[name]})`,
    )
    const built = transform({
      filename: 'built.css',
      code: Buffer.from(`:root, [data-theme] { ${native.join(';')} }`),
      minify: true,
      targets: browserslistToTargets(manifest.browserslist.map((each) => each.replace(' >=', ''))),
    }).code.toString()
    // Colours that are the same in both themes are written once.
    const once = built.replaceAll(
      /var\(--lightningcss-light,(#\w+)\)var\(--lightningcss-dark,\1\)/g,
      '$1',
    )
    expect(paletteCss({ light, dark })).toBe(once)
  })

  test('of a light header has dark text on it', () => {
    const { light } = paletteOf(changed('light', { header: '#e8f0ff', accent: '#1f4fa3' }))
    expect(unreadable({ ...paletteOf(DEFAULT_COLOURS), light })).toEqual([])
  })

  test('can be read wherever its colours have no fault, and every proposal makes them so', () => {
    for (const colours of fc.sample(allColours, { seed: 37, numRuns: 40 })) {
      const better = withProposals(colours)
      expect([colours, contrastFaults(better)]).toEqual([colours, []])
      expect([better, unreadable(paletteOf(better))]).toEqual([better, []])
    }
  })
})

describe('a fault of contrast', () => {
  test.each([
    ['text', 'page', { text: '#9a9a9a' }, ['text']],
    ['faint_text', 'page', { text: '#6b6b6b' }, ['text']],
    ['text', 'marked_words', { accent: '#000000', header: '#ffffff', text: '#444444' }, ['text']],
    ['warning', 'page', { warning: '#e8735c' }, ['warning']],
    ['warning', 'warning_box', { warning: '#bf432a' }, ['warning']],
    ['accent', 'header', { accent: '#7a5a1f' }, ['accent']],
    ['text', 'header', { header: '#777777', accent: '#ffffff' }, ['header']],
    [
      'drawings',
      'page',
      { page: '#202020', text: '#ffffff', warning: '#ffd0c8' },
      ['page', 'warning'],
    ],
  ])('is %s on %s, and %j moves %j', (front, ground, change: Partial<SiteColours>, moved) => {
    const faults = contrastFaults(changed('light', change))
    const fault = faults.find((each) => each.front === front && each.ground === ground)
    expect(Object.keys(fault?.proposal ?? {})).toEqual(moved)
  })

  test('has the contrast, what it should be, and the nearest colour of the same hue', () => {
    expect(contrastFaults(changed('dark', { warning: '#b5432c' }))).toEqual([
      {
        theme: 'dark',
        front: 'warning',
        ground: 'page',
        contrast: 3.1,
        least: 4.5,
        proposal: { warning: '#de684f' },
      },
    ])
  })

  test('moves each colour no farther than it must', () => {
    const [fault] = contrastFaults(changed('light', { text: '#9a9a9a' }))
    const contrast = (text = '') =>
      contrastOf(
        { front: ['ink', 0.8], ground: 'parchment', least: 4.6 },
        { ink: text, parchment: DEFAULT_COLOURS.light.page },
      )
    expect(contrast(fault?.proposal.text)).toBeGreaterThanOrEqual(4.6)
    expect(contrast(fault?.proposal.text)).toBeLessThan(4.7)
  })
})
