import type { KitBook, KitMark, KitPicture, SiteKit } from '#contract/siteKit.ts'
import { cutText } from '#shared/cutText.ts'
import { languageName, listed, t, textOr } from '../i18n.ts'
import { NAMED_TEXTS } from './kitTexts.ts'
import { type Difference, differencesOf } from './kitValues.ts'

/* What people call the parts of a kit, and where the page has them. */

export const TABS = [
  'home',
  'frame',
  'colours',
  'pages',
  'book',
  'legal',
  'texts',
  'history',
] as const
export type Tab = (typeof TABS)[number]

const TEXT = 'texts.'
/** The id of the text at a place; undefined for other places. */
export const textIdOf = (place: string): string | undefined =>
  place.startsWith(TEXT) ? place.slice(TEXT.length) : undefined

export const languageOf = (place: string): string | undefined =>
  /^(?:texts|legal_in)\.([a-z]{2})[/.]/.exec(place)?.[1]

/** A text without its language. */
const named = (id: string) => NAMED_TEXTS.get(id.replace(/^[a-z]{2}\//, ''))

export function tabOf(place: string): Tab {
  const id = textIdOf(place)
  if (id !== undefined) return named(id)?.tab ?? 'texts'
  const [part = '', name = ''] = place.split('.')
  if (part === 'pictures') return name.startsWith('plate') ? 'home' : 'pages'
  if (part === 'hidden') return 'pages'
  if (part === 'legal_in' || part === 'conduct_version') return 'legal'
  if (part === 'colours' || part === 'book' || part === 'legal') return part
  return part === 'claim' ? 'home' : 'frame'
}

export const fieldId = (place: string): string => `kit-${place}`

/** The place of a field whose element id a link has after its `#`. */
export const placeIn = (hash: string): string => decodeURIComponent(hash).replace(/^#kit-/, '')

/** Leads to the field of a place, which takes the focus; among all texts, the search finds it. */
export const pathTo = (place: string) => {
  const tab = tabOf(place)
  const id = textIdOf(place)
  const search = new URLSearchParams({ tab, ...(tab === 'texts' && id !== undefined && { q: id }) })
  return { search: `?${search}`, hash: `#${encodeURIComponent(fieldId(place))}` }
}

const LONG = 60
const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONG ? `${cutText(line, LONG - 1).trimEnd()}…` : line
}

/** @param original the default of a text, by which people know it unless it is empty, or a variable alone */
export function placeName(place: string, original?: string): string {
  const id = textIdOf(place)
  const field = id === undefined ? undefined : named(id)
  if (field && /^({{\w+}})?$/.test(original ?? '')) return field.label
  if (id !== undefined) return t('site.names.text', { text: shortened(original || id) })
  const [part = '', name = '', last = ''] = place.split('.')
  if (part === 'pictures') return t('site.picture_of', { name: textOr(`site.slots.${name}`, name) })
  if (part === 'colours')
    return t('site.names.colour', {
      colour: textOr(`site.colours.${last}`, last),
      theme: textOr(`site.themes.${name}`, name).toLowerCase(),
    })
  if (part === 'legal_in')
    return t('site.names.in_language', {
      name: placeName(`legal.${last}`),
      language: languageName(name, name),
    })
  // The server names a page of the book by its index.
  return textOr(`site.names.${place}`, textOr(`site.names.${part}`, place))
}

type KitText = NonNullable<SiteKit['texts']>[string]

const isText = (value: unknown): value is KitText =>
  typeof value === 'object' && value !== null && 'was' in value

/** The name of what differs: a text is known by the default that it replaces. */
export const differenceName = ({ place, before, after }: Difference): string =>
  placeName(place, isText(after) ? after.was : isText(before) ? before.was : undefined)

const KEY_LENGTH = 6
const keyOf = (key: string): string => key.slice(0, KEY_LENGTH)
const percent = (share: number): number => Math.round(share * 100)

export function shownValue(place: string, value: unknown): string {
  if (value === undefined) return t('site.shown.default')
  if (isText(value)) return value.text === '' ? t('site.shown.empty') : value.text
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return t(value ? 'site.shown.hidden' : 'site.shown.shown')
  if (place === 'mark') {
    const { kind, key } = value as KitMark
    return t('site.shown.mark', { kind: kind.toUpperCase(), key: keyOf(key) })
  }
  if (place === 'book') return shownBook(value as KitBook)
  const { key, width, height, focus } = value as KitPicture
  const [x, y] = [percent(focus.x), percent(focus.y)]
  return t('site.shown.picture', { key: keyOf(key), width, height, x, y })
}

function shownBook({ pages, pdf }: KitBook): string {
  const count = t('site.book.pages', { smart_count: pages.length })
  const texts = pages.map(({ title, text, key }, index) =>
    [t('site.book.page', { number: index + 1 }), keyOf(key), title, text]
      .filter(Boolean)
      .join('\n'),
  )
  return [t('site.shown.book', { pages: count, key: keyOf(pdf) }), ...texts].join('\n\n')
}

const NAMED_MAX = 4

/** "Changed: Name, Claim and 3 more" */
export function summaryOf(differences: readonly Difference[]): string {
  if (differences.length === 0) return t('site.history.same')
  const names = differences.slice(0, NAMED_MAX).map(differenceName)
  const count = differences.length - NAMED_MAX
  return t('site.history.changed', {
    names:
      count > 0 ? t('site.history.and_more', { names: names.join(', '), count }) : listed(names),
  })
}

/** What a change of the kit has changed, as the audit log shows the fields of a record. */
export const kitChanges = (before: unknown, after: unknown) =>
  differencesOf((before ?? {}) as SiteKit, (after ?? {}) as SiteKit).map((one) => ({
    field: differenceName(one),
    before: shownValue(one.place, one.before),
    after: shownValue(one.place, one.after),
  }))
