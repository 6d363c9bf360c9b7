import { clampChroma, differenceEuclidean, formatHex } from 'culori'
import fc from 'fast-check'
import { browserslistToTargets, transform } from 'lightningcss'
import {
  COLOUR_NAMES,
  DEFAULT_COLOURS,
  type Palette,
  type SiteColours,
  type Theme,
} from '#contract/colours.ts'
import {
  COLOUR_PAIRS,
  contrastFaults,
  contrastOf,
  paletteCss,
  paletteOf,
} from '#server/modules/site-kit/palette.ts'
import manifest from '../../package.json' with { type: 'json' }
import { paletteRule } from '../../tailwind.config.ts'

type Colours = Record<Theme, SiteColours>
const THEMES = ['light', 'dark'] as const

/** Colours of any hue, as light or dark as such a colour usually is. */
const tone = (least: number, most: number, strongest: number) =>
  fc
    .tuple(
      fc.integer({ min: least, max: most }),
      fc.double({ min: 0, max: strongest, noNaN: true }),
      fc.integer({ min: 0, max: 359 }),
    )
    .map(([l, c, h]) => formatHex(clampChroma({ mode: 'oklch', l: l / 100, c, h }, 'oklch')))
const allColours = fc.record({
  light: fc.record({
    header: tone(10, 32, 0.09),
    page: tone(88, 100, 0.05),
    text: tone(5, 30, 0.06),
    accent: tone(60, 88, 0.18),
    warning: tone(25, 50, 0.18),
  }),
  dark: fc.record({
    header: tone(5, 28, 0.07),
    page: tone(10, 26, 0.04),
    text: tone(85, 100, 0.04),
    accent: tone(70, 88, 0.15),
    warning: tone(72, 90, 0.15),
  }),
})

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

  test('can be read wherever its colours have no fault', () => {
    const readable = fc
      .sample(allColours, { seed: 37, numRuns: 150 })
      .filter((colours) => contrastFaults(colours).length === 0)
    expect(readable.length).toBeGreaterThan(20)
    for (const colours of readable)
      expect([colours, unreadable(paletteOf(colours))]).toEqual([colours, []])
  })
})

describe('a fault of contrast', () => {
  test.each<[string, string, Partial<SiteColours>, keyof SiteColours]>([
    ['text', 'page', { text: '#9a9a9a' }, 'text'],
    ['faint_text', 'page', { text: '#6b6b6b' }, 'text'],
    ['text', 'marked_words', { accent: '#000000', header: '#ffffff', text: '#444444' }, 'text'],
    ['warning', 'page', { warning: '#e8735c' }, 'warning'],
    ['warning', 'warning_box', { warning: '#bf432a' }, 'warning'],
    ['accent', 'header', { accent: '#7a5a1f' }, 'accent'],
    ['text', 'header', { header: '#777777', accent: '#ffffff' }, 'header'],
    ['drawings', 'page', { page: '#202020', text: '#ffffff', warning: '#ffd0c8' }, 'page'],
  ])('is %s on %s with %j, at the colour %s', (front, ground, change, colour) => {
    const faults = contrastFaults(changed('light', change))
    const fault = faults.find((each) => each.front === front && each.ground === ground)
    expect(fault?.colour).toBe(colour)
  })

  test('has the contrast, and what it should be', () => {
    expect(contrastFaults(changed('dark', { warning: '#b5432c' }))).toEqual([
      {
        theme: 'dark',
        colour: 'warning',
        front: 'warning',
        ground: 'page',
        contrast: 3.1,
        least: 4.5,
      },
    ])
  })
})
