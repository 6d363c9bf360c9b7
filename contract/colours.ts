/** Colours of the site, by the names of their custom properties; tailwind.config.ts has their values. */
export const COLOUR_NAMES = [
  'night',
  'dusk',
  'snow',
  'parchment',
  'vellum',
  'ink',
  'ink-soft',
  'gold',
  'gold-deep',
  'gold-light',
  'ember',
  'ember-light',
  'moss',
  'moss-light',
  'mist',
  'line',
  'field',
] as const

export type ColourName = (typeof COLOUR_NAMES)[number]

/** What the style sheets use. A block of the same properties after them changes the whole site. */
export const colourProperty = (name: ColourName): `--color-${ColourName}` => `--color-${name}`

/** Elements that choose a theme set the properties anew: a property is computed where it is set. */
export const COLOUR_ROOTS = ':root,[data-theme]'

export type Theme = 'light' | 'dark'

/** Every colour of both themes. */
export type Palette = Readonly<Record<Theme, Readonly<Record<ColourName, string>>>>

/** The colours that a community chooses for a theme; the others are derived from them. */
export type SiteColours = Readonly<Record<'header' | 'page' | 'text' | 'accent' | 'warning', string>>

export const DEFAULT_COLOURS = {
  light: {
    header: '#15131f',
    page: '#f6f0e2',
    text: '#231d16',
    accent: '#b8862d',
    warning: '#a63a24',
  },
  dark: {
    header: '#15131f',
    page: '#1d1a1f',
    text: '#ece4d6',
    accent: '#b8862d',
    warning: '#f0917c',
  },
} as const satisfies Record<Theme, SiteColours>
