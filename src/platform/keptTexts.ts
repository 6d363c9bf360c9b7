import {
  keysIn,
  readFrom,
  readTabValue,
  type StorageArea,
  writeTabValue,
  writeTo,
} from './storage.ts'

/** How long a text waits, counted from its last change. */
const KEPT_MS = 7 * 86_400_000
/** Characters of one text with its other values: more than any form takes. */
const SIZE_MAX = 250_000
/** Texts of one member, and of all members of a browser. */
const OWN_MAX = 20
const ALL_MAX = 60
/** Texts of another format are no texts. */
const VERSION = 1
const PREFIX = 'typed/'

type Values = Readonly<Record<string, unknown>>
/** What was typed into a form, and what the server had when it was. */
type Typed<Of = Values> = { readonly values: Of; readonly saved: Of }
type Stored<Of = Values> = Typed<Of> & { readonly version: number; readonly at: number }
export type KeptText = Stored & { readonly key: string }

/** Texts that the browser refused to store: they last as long as the page. */
const unstored = new Map<string, string>()

const prefixOf = (owner: string, form?: string): string =>
  `${PREFIX}${[owner, ...(form === undefined ? [] : [form])].map(encodeURIComponent).join('/')}/`

/** A text without a known owner stays in its tab, as the next member must not see it. */
const areaOf = (key: string): StorageArea =>
  key.startsWith(prefixOf('')) ? 'sessionStorage' : 'localStorage'

function thisTab(): string {
  const tab = readTabValue('tab') ?? Math.random().toString(36).slice(2)
  writeTabValue('tab', tab)
  return tab
}

/** Two tabs keep two texts of one form. */
const ownKey = (owner: string, form: string): string => prefixOf(owner, form) + thisTab()

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Null for a text that is too old, damaged, or of another version of the site. */
function storedAt(key: string): Stored | null {
  try {
    const text = unstored.get(key) ?? readFrom(areaOf(key), key) ?? ''
    const { version, at, values, saved } = JSON.parse(text) as Partial<Stored>
    if (version !== VERSION || typeof at !== 'number' || !isValues(values) || !isValues(saved))
      return null
    // A clock that was set back must not keep a text for longer.
    return Math.abs(Date.now() - at) < KEPT_MS ? { version, at, values, saved } : null
  } catch {
    return null
  }
}

const keysOfAll = (): string[] =>
  [...keysIn('localStorage'), ...keysIn('sessionStorage'), ...unstored.keys()].filter((key) =>
    key.startsWith(PREFIX),
  )

/** Newest first. Removes what is too old or damaged, of every member. */
function textsBelow(prefix: string): KeptText[] {
  return [...new Set(keysOfAll())]
    .flatMap((key) => {
      const stored = storedAt(key)
      if (stored === null) dropText(key)
      return stored !== null && key.startsWith(prefix) ? [{ ...stored, key }] : []
    })
    .sort((a, b) => b.at - a.at)
}

export function dropText(key: string): void {
  unstored.delete(key)
  writeTo(areaOf(key), key, null)
}

export const dropOwnText = (owner: string, form: string): void => dropText(ownKey(owner, form))

/** The text that this tab keeps for the form, otherwise the newest one of the other tabs. */
export function findText(owner: string, form: string): KeptText | undefined {
  const texts = textsBelow(prefixOf(owner, form))
  return texts.find(({ key }) => key === ownKey(owner, form)) ?? texts[0]
}

/** Keeps a text in place of the last one of the form. The oldest texts make room. */
export function keepText(owner: string, form: string, { values, saved }: Typed<object>): void {
  const key = ownKey(owner, form)
  const stored: Stored<object> = { version: VERSION, at: Date.now(), values, saved }
  const text = JSON.stringify(stored)
  if (storedAt(key) === null) makeRoom(owner)
  const isStored = text.length <= SIZE_MAX && writeTo(areaOf(key), key, text)
  if (isStored) unstored.delete(key)
  else unstored.set(key, text)
}

function makeRoom(owner: string): void {
  const own = textsBelow(prefixOf(owner))
  const all = textsBelow(PREFIX)
  const oldest = own.length >= OWN_MAX ? own.at(-1) : all.length >= ALL_MAX ? all.at(-1) : null
  if (oldest) dropText(oldest.key)
}

export const hasTexts = (owner: string): boolean => textsBelow(prefixOf(owner)).length > 0

/** Removes all texts of a member, and no one else's. */
export function forgetTexts(owner: string): void {
  for (const key of keysOfAll()) if (key.startsWith(prefixOf(owner))) dropText(key)
}

export const sweepTexts = (): void => void textsBelow(PREFIX)

/** Texts of up to this many words, such as names, addresses and passwords, are quickly typed again. */
const FEW_WORDS = 3

/** Whether leaving would lose more than a few typed words (ruling 80). @param saved the texts before, in the same order */
export function isMuchTyped(texts: readonly string[], saved: readonly string[] = []): boolean {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const [at, text] of texts.entries())
    for (const { isWordLike } of words.segment(changedIn(text, saved[at] ?? ''))) {
      if (isWordLike) count += 1
      if (count > FEW_WORDS) return true
    }
  return false
}

/** The part of a text that differs from the saved one, without their common beginning and end. */
function changedIn(text: string, saved: string): string {
  const most = Math.min(text.length, saved.length)
  let start = 0
  while (start < most && text[start] === saved[start]) start += 1
  let end = 0
  while (end < most - start && text.at(-1 - end) === saved.at(-1 - end)) end += 1
  return text.slice(start, text.length - end)
}
