import type { Config } from 'tailwindcss'
import {
  COLOUR_NAMES,
  COLOUR_ROOTS,
  type ColourName,
  colourProperty,
  DEFAULT_COLOURS,
} from './contract/colours.ts'

const { light, dark } = DEFAULT_COLOURS

/**
 * Every colour of the site, as the light theme has it. Gold comes in three strengths because one cannot serve both
 * papers: `gold` is for the mark and for surfaces, `gold-deep` for text on parchment, `gold-light` on night.
 * server/modules/site-kit/contrast.ts has the pairs that may carry text; test/ui/tokens.test.ts measures their contrast.
 */
export const colors = {
  night: light.header,
  dusk: '#262238',
  /** Text on night and dusk, in both themes. */
  snow: '#f6f0e2',
  parchment: light.page,
  vellum: '#fffaf0',
  ink: { DEFAULT: light.text, soft: '#5c5142' },
  gold: { DEFAULT: light.accent, deep: '#7d5813', light: '#e0b45a' },
  ember: { DEFAULT: light.warning, light: dark.warning },
  moss: { DEFAULT: '#3f5e3a', light: '#9cc494' },
  /** Quiet text on night and dusk. */
  mist: '#b9b3c9',
  /** The thin line between paper and paper: decoration only. */
  line: '#d8ccb2',
  /** The border of a form field, which must be seen: 3:1 on both papers. */
  field: '#85775f',
} as const

/** What the dark theme changes: the papers and what is written on them. What stands on night stays. */
export const darkColors = {
  parchment: dark.page,
  vellum: '#28242b',
  ink: { DEFAULT: dark.text, soft: '#b9ad9c' },
  gold: { deep: colors.gold.light },
  ember: { DEFAULT: colors.ember.light },
  moss: { DEFAULT: colors.moss.light },
  line: '#463f47',
  field: '#94887a',
} as const

type Tokens = Readonly<Record<string, string | Readonly<Record<string, string>>>>
const toneIn = (tokens: Tokens, name: ColourName): string | undefined => {
  const [token = '', tone = 'DEFAULT'] = name.split('-')
  const value = tokens[token]
  return typeof value === 'object' ? value[tone] : value
}

/** Follows the colour scheme of the element: that of the visitor's system, or the one chosen in the footer. */
const themed = (name: ColourName): string => {
  const [day, evening] = [toneIn(colors, name), toneIn(darkColors, name)]
  if (!day) throw new Error(`tailwind.config.ts has no colour named ${name}.`)
  return evening ? `light-dark(${day}, ${evening})` : day
}

/** The properties of all colours, for the two style sheets that set them: site.css and that of plain pages. */
export const paletteRule = {
  [COLOUR_ROOTS]: Object.fromEntries(
    COLOUR_NAMES.map((name) => [colourProperty(name), themed(name)]),
  ),
}

const utilityColors = Object.fromEntries(
  COLOUR_NAMES.map((name) => [name, `var(${colourProperty(name)})`]),
)

const serif = ['Alegreya', 'Alegreya Fallback', 'Georgia', 'serif']
const sans = ['Alegreya Sans', 'Alegreya Sans Fallback', 'Arial', 'sans-serif']

/** Headings stand on a 1.25 scale above the 18 px body; `ui` is the size of controls. */
const fontSize: Record<string, [string, string]> = {
  xs: ['0.8125rem', '1.45'],
  sm: ['0.9375rem', '1.5'],
  ui: ['1.0625rem', '1.4'],
  base: ['1.125rem', '1.6'],
  lg: ['1.25rem', '1.5'],
  xl: ['1.40625rem', '1.35'],
  '2xl': ['1.7578rem', '1.25'],
  '3xl': ['2.1973rem', '1.2'],
  '4xl': ['2.7466rem', '1.12'],
  '5xl': ['3.4332rem', '1.06'],
  '6xl': ['4.2915rem', '1.02'],
}

export default {
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      inherit: 'inherit',
      ...utilityColors,
    },
    fontFamily: { heading: serif, body: serif, sans },
    fontSize,
    borderRadius: { none: '0', sm: '3px', DEFAULT: '6px', sheet: '16px', full: '9999px' },
    boxShadow: {
      none: 'none',
      /** Only for what floats: dialog, dropdown, toast, sheet. A shadow is dark in every palette. */
      float: '0 1px 2px rgb(21 19 31 / 0.12), 0 12px 32px rgb(21 19 31 / 0.22)',
    },
    screens: { sm: '600px', md: '768px', lg: '1024px', xl: '1280px' },
    zIndex: {
      auto: 'auto',
      behind: '-1',
      0: '0',
      10: '10',
      header: '1020',
      dropdown: '1040',
      modal: '1050',
      toast: '1080',
      overlay: '1090',
    },
    extend: {
      maxWidth: { measure: '65ch', page: '72rem' },
      /** The smallest comfortable target for a thumb. */
      spacing: { tap: '44px' },
    },
  },
} satisfies Config
