import { colors } from '../tailwind.config.ts'

/** What desk.css and the theme draw with, under the names of the custom properties. */
export type Palette = Readonly<
  Record<
    | 'bar'
    | 'onBar'
    | 'act'
    | 'onAct'
    | 'ground'
    | 'paper'
    | 'ink'
    | 'ink-soft'
    | 'line'
    | 'field'
    | 'gold'
    | 'gold-deep'
    | 'ember'
    | 'moss'
    | 'added'
    | 'removed',
    string
  >
>

export const lightPalette: Palette = {
  bar: colors.night,
  onBar: colors.parchment,
  act: colors.night,
  onAct: colors.parchment,
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

export const darkPalette: Palette = {
  bar: '#0d0b14',
  onBar: colors.parchment,
  act: colors.gold.light,
  onAct: colors.night,
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
