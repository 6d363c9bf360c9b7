import type { SiteColours, Theme } from '#contract/colours.ts'
import { fits, type Tones } from './readable.ts'

/** The tone that each chosen colour is, as it is. */
export const TONE_OF = {
  header: 'night',
  page: 'parchment',
  text: 'ink',
  accent: 'gold',
  warning: 'ember',
} as const satisfies Record<keyof SiteColours, string>

export type GivenTone = (typeof TONE_OF)[keyof SiteColours]

/** The darkest and the lightest text: if neither can be read on a ground, nothing can. */
export const POLES = ['#000000', '#ffffff'] as const

export const drawingOf = (theme: Theme): string => POLES[theme === 'light' ? 0 : 1]

export const givenTones = (colours: SiteColours): Record<GivenTone, string> => ({
  night: colours.header,
  parchment: colours.page,
  ink: colours.text,
  gold: colours.accent,
  ember: colours.warning,
})

/** The texts on nights, if they had to be the darkest or the lightest. */
export const textsOn = (pole: string): Tones => ({ snow: pole, mist: pole })

/** Whether this night leaves room for a text that can be read on all nights. */
export const hasRoom = (name: 'night' | 'dusk', tones: Tones): boolean =>
  POLES.some((pole) => fits(name, { ...tones, ...textsOn(pole) }))
