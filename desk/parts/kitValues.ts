import { DEFAULT_COLOURS, type Theme } from '#contract/colours.ts'
import type { PictureSlot, SiteKit, SitePart } from '#contract/siteKit.ts'

/*
 * A kit as single values by their places, as the server names them in its problems: `name`, `colours.light.page`,
 * `pictures.plate-1`, `texts.en/mail/activation.subject`, `legal.imprint`. What has no value is the default.
 */

export const THEMES = ['light', 'dark'] as const satisfies Theme[]
export const COLOURS = ['header', 'page', 'text', 'accent', 'warning'] as const
export type Colour = (typeof COLOURS)[number]

export type Simple = 'name' | 'short_name' | 'claim' | 'contact' | 'embed_hosts'
export type TextPlace = `texts.${string}`
export type LegalName = 'privacy' | 'imprint' | 'conduct'
/** The one without a language is in the main language, unless there is one that names it. */
export type LegalPlace = `legal.${LegalName}` | `legal_in.${string}.${LegalName}`
export type Place =
  | Simple
  | 'mark'
  | 'book'
  | 'conduct_version'
  | `colours.${Theme}.${Colour}`
  | `pictures.${PictureSlot}`
  | `hidden.${SitePart}`
  | LegalPlace
  | TextPlace

/** Pages of the book have fields of their own. */
export type FieldPlace = Place | `book.pages.${number}.${'title' | 'text'}`

type Values = ReadonlyMap<string, unknown>

/** The values of a kit that are not the default. */
export function valuesOf({
  colours,
  pictures,
  texts,
  legal,
  hidden,
  legal_in,
  ...simple
}: SiteKit): Values {
  const parts: [string, unknown][] = Object.entries(simple)
  for (const [part, values] of Object.entries({ pictures, texts, legal, hidden }))
    for (const [name, one] of Object.entries(values ?? {})) parts.push([`${part}.${name}`, one])
  for (const [language, own] of Object.entries(legal_in ?? {}))
    for (const [name, one] of Object.entries(own)) parts.push([`legal_in.${language}.${name}`, one])
  for (const theme of THEMES)
    for (const name of COLOURS) {
      const chosen = colours?.[theme][name]
      if (chosen !== undefined && chosen !== DEFAULT_COLOURS[theme][name])
        parts.push([`colours.${theme}.${name}`, chosen])
    }
  return new Map(parts.filter(([, value]) => value !== undefined))
}

export function kitOf(values: Values): SiteKit {
  const simple = [...values].filter(([place]) => !place.includes('.'))
  const below = (part: string) => {
    const inside = [...values].filter(([place]) => place.startsWith(`${part}.`))
    return inside.map(([place, value]) => [place.slice(part.length + 1), value] as const)
  }
  const parts = ['pictures', 'texts', 'legal', 'hidden'].flatMap((part) => {
    const inside = below(part)
    return inside.length === 0 ? [] : [[part, Object.fromEntries(inside)] as const]
  })
  const legal_in: Record<string, Record<string, unknown>> = {}
  for (const [place, text] of below('legal_in')) {
    const [language = '', name = ''] = place.split('.')
    legal_in[language] = { ...legal_in[language], [name]: text }
  }
  const chosen = new Map(below('colours'))
  const coloursOf = (theme: Theme) => {
    const named = COLOURS.map((name) => [name, chosen.get(`${theme}.${name}`)] as const)
    const own = Object.fromEntries(named.filter(([, colour]) => colour !== undefined))
    return { ...DEFAULT_COLOURS[theme], ...own }
  }
  const colours = { light: coloursOf('light'), dark: coloursOf('dark') }
  const isUsual = JSON.stringify(colours) === JSON.stringify(DEFAULT_COLOURS)
  return {
    ...Object.fromEntries([...simple, ...parts]),
    ...(Object.keys(legal_in).length > 0 && { legal_in }),
    ...(!isUsual && { colours }),
  }
}

/** @param value undefined for the default */
export function withValue(kit: SiteKit, place: Place, value: unknown): SiteKit {
  const values = new Map(valuesOf(kit))
  if (value === undefined) values.delete(place)
  else values.set(place, value)
  return kitOf(values)
}

export const withoutColours = ({ colours: _, ...rest }: SiteKit): SiteKit => rest

export type Difference = {
  readonly place: string
  /** The default is undefined. */
  readonly before: unknown
  readonly after: unknown
}

export function differencesOf(before: SiteKit, after: SiteKit): Difference[] {
  const [old, now] = [valuesOf(before), valuesOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((place) => ({ place, before: old.get(place), after: now.get(place) }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after))
}
