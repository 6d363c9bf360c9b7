import { TEXT_MAX } from '#contract/fields.ts'
import { CONFIRM_HOURS_MAX, SEATS_MAX, WAITING_LIST_MAX } from '#contract/registration.ts'
import { EVENT_SCOPES, EVENT_TYPES } from '#contract/sets.ts'
import { cutText } from '#shared/cutText.ts'
import { titleKey } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { iso } from '../../text/time.ts'
import type { FileContext } from '../../transfer/format.ts'
import { withPaths } from '../../transfer/links.ts'
import { fieldNamed } from '../../transfer/sources/fields.ts'
import { lineWithin } from '../../transfer/sources/light.ts'
import type { SourceRecord } from '../../transfer/sources/records.ts'
import { Times } from './foreignTimes.ts'

/* News and events of other programs. */

/** Characters of a short description that is made of the text. */
const EXCERPT_MAX = 200
const EVENT = /^(?:events?|veranstaltung(?:en)?|termine?)$/i

/** A kind that says nothing of events is news. */
export const kindOf = (name: string): 'news' | 'event' =>
  EVENT.test(titleKey(name)) ? 'event' : 'news'

type Fields = Readonly<Partial<Record<string, string>>>
type Lose = (problem: Sentence) => void

/** A file of the area: drafts, unless the source says when they are published. */
export const fileOfRecords = (
  records: readonly SourceRecord[],
  { timeZone, lose }: FileContext,
): object => ({
  format: 'discordia-contents',
  version: 1,
  entries: records.map((record, index) =>
    rowOf(record, timeZone, (problem) => lose(index, problem)),
  ),
})

function rowOf(record: SourceRecord, timeZone: string, lose: Lose): object {
  const fields = fieldsOf(record)
  const isEvent = kindOf(record.kind?.name ?? '') === 'event'
  const { published, starts, ends } = new Times(fields, timeZone, lose).read(isEvent)
  if (isEvent && starts === null) lose(said('transfer.event_without_start'))
  const summary = line(fields['summary'] ?? fields['description'] ?? '', 'short_description', lose)
  const description = record.description === '' ? summary || record.title : record.description
  return {
    key: record.key,
    title: record.title,
    short_description: summary || line(excerptOf(record)) || record.title,
    description,
    format: record.isLight ? 'light' : 'plain',
    ...(record.language !== undefined && { language: record.language }),
    ...(published !== null && record.state === null && { published_at: iso(published) }),
    ...(starts === null
      ? notAnEvent(fields, lose)
      : {
          kind: 'event',
          starts_at: iso(starts),
          ends_at: iso(ends),
          ...(fields['location'] && { location: line(fields['location'], 'location', lose) }),
          event_scope: choiceOf(EVENT_SCOPES, fields['scope'], 'scope', lose),
          event_type: choiceOf(EVENT_TYPES, fields['attendance'], 'attendance', lose),
          ...registrationOf(fields, timeZone, lose),
        }),
  }
}

const EVENT_FIELDS = ['ends', 'location', 'scope', 'attendance', 'seats'] as const

function notAnEvent(fields: Fields, lose: Lose): { kind: 'news' } {
  for (const name of EVENT_FIELDS)
    if (fields[name] !== undefined)
      lose(said('transfer.event_field', { name, text: cutText(fields[name], 60) }))
  return { kind: 'news' }
}

/** Values by the names of our fields, whatever the source calls them. The first of several values counts. */
function fieldsOf({ fields }: SourceRecord): Fields {
  const known = Object.entries(fields).flatMap(([name, typed]): (readonly [string, string])[] => {
    const field = fieldNamed(name)
    const value = typed.trim()
    if (field === undefined || value === '') return []
    if (field !== 'published' || !SAYS_WHETHER.test(value)) return [[field, value]]
    return /^[fn]/i.test(value) ? [['draft', 'true']] : []
  })
  return { ...fields, ...Object.fromEntries(known.toReversed()) }
}

/** Some programs have a switch of this name, and the time in another field. */
const SAYS_WHETHER = /^(?:true|false|yes|no)$/i

const line = (
  text: string,
  what: 'short_description' | 'location' = 'short_description',
  lose: Lose = () => undefined,
): string =>
  lineWithin(text, TEXT_MAX, () =>
    lose(said('transfer.cut', { what: said(`transfer.what.${what}`), limit: TEXT_MAX })),
  )

/** Links to entries of a file are links nowhere else. */
const SOME_PATH = '/discordia/'

/** The beginning of the first paragraph, in whole words. */
function excerptOf({ description, isLight }: SourceRecord): string {
  const text = isLight
    ? plainText(
        'light',
        withPaths(description.replace(/^#{1,6} .*$/gm, ''), () => SOME_PATH),
      )
    : description
  const [first = ''] = text.split(/\n\s*\n/).filter((part) => part.trim() !== '')
  const clean = first.replace(/\s+/g, ' ').trim()
  if (clean.length <= EXCERPT_MAX) return clean
  return `${cutText(clean, EXCERPT_MAX).replace(/\s+\S*$/, '')}…`
}

function choiceOf<Choice extends string>(
  choices: readonly Choice[],
  text: string | undefined,
  what: 'scope' | 'attendance',
  lose: Lose,
): Choice | undefined {
  const found = choices.find((choice) => choice.toLowerCase() === text?.toLowerCase())
  if (text !== undefined && found === undefined)
    lose(
      said('transfer.none_of', {
        what: said(`transfer.choice.${what}`),
        text: cutText(text, 60),
        choices,
      }),
    )
  return found
}

/** Fields of a registration, as our exports name them. */
function registrationOf(fields: Fields, timeZone: string, lose: Lose): object {
  const number = (name: string, min: number, max: number) => {
    const text = fields[name]
    if (text === undefined) return {}
    const value = Number(text)
    if (Number.isInteger(value) && value >= min && value <= max) return { [name]: value }
    lose(said('transfer.no_number', { text: cutText(text, 60), name, min, max }))
    return {}
  }
  const seats = number('seats', 1, SEATS_MAX)
  if (!('seats' in seats)) return {}
  const closes = new Times(fields, timeZone, lose).at('registration_closes_at')
  return {
    ...seats,
    ...number('waiting_max', 0, WAITING_LIST_MAX),
    ...number('confirm_hours', 1, CONFIRM_HOURS_MAX),
    ...(closes !== null && { registration_closes_at: iso(closes) }),
    ...questionsOf(fields['questions'], lose),
  }
}

function questionsOf(json: string | undefined, lose: Lose): object {
  if (json === undefined) return {}
  try {
    return { questions: JSON.parse(json) as unknown }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    lose(said('transfer.questions_lost'))
    return {}
  }
}
