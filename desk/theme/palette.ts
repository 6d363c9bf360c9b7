import { colors } from '../../tailwind.config.ts'

/** The custom properties of the rules and the colours of the theme. */
export const lightPalette = {
  bar: colors.night,
  onBar: colors.parchment,
  button: colors.night,
  onButton: colors.parchment,
  ground: colors.parchment,
  paper: colors.vellum,
  ink: colors.ink.DEFAULT,
  'ink-soft': colors.ink.soft,
  line: colors.line,
  field: colors.field,
  gold: colors.gold.DEFAULT,
  'gold-deep': colors.gold.deep,
  ember: colors.ember.DEFAULT,
  moss: colors.moss.DEFAULT,
  added: '#dfe8d3',
  removed: '#f5dcd2',
}

export type Palette = Readonly<Record<keyof typeof lightPalette, string>>

export const darkPalette: Palette = {
  bar: '#0d0b14',
  onBar: colors.parchment,
  button: colors.gold.light,
  onButton: colors.night,
  ground: colors.night,
  paper: '#1f1b2b',
  ink: '#f0e9da',
  'ink-soft': colors.mist,
  line: '#3a3550',
  field: '#837b9c',
  gold: colors.gold.DEFAULT,
  'gold-deep': colors.gold.light,
  ember: colors.ember.light,
  moss: colors.moss.light,
  added: '#22391f',
  removed: '#4a2018',
}
