import { styled } from '@mui/material/styles'
import { diffWordsWithSpace } from 'diff'
import { type RaRecord, useGetManyAggregate, useGetRecordRepresentation } from 'react-admin'
import { capital, type DeskResource, t, wordOf } from '../i18n.ts'
import { personName } from '../parts/auditSentences.ts'
import { fieldName } from '../parts/fieldName.ts'
import { kitChanges } from '../parts/kitNames.ts'
import { momentOf } from '../parts/times.ts'
import { arrow } from '../theme/direction.ts'
import { line, SMALL } from '../theme/shared.ts'

/** A value is null when its field is null or absent. */
type Change = { readonly field: string; readonly before: unknown; readonly after: unknown }

/** Fields that the server sets with every change: they say nothing about it. */
const NOISE: readonly string[] = ['id', 'updated_at', 'sequence', 'entry_id', 'taken']

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (state: unknown): Fields =>
  typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Fields) : {}

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)

/** The fields in which the two states of a record differ, in the order of the record. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !NOISE.includes(field) && !isSame(old[field], now[field]))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** A time as ISO 8601, from a text or from milliseconds in a field that is named after a time; null for other values. */
export function timeIn(field: string, value: unknown): string | null {
  if (typeof value === 'string' && MOMENT.test(value)) return value
  const isTime = /_(at|until)$/.test(field)
  return isTime && typeof value === 'number' ? new Date(value).toISOString() : null
}

/** A value as lines of text: a member by username, a picture by URL, a list item by item. */
export function textOf(value: unknown): string {
  if (isNothing(value)) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('\n\n')
  if (typeof value === 'object') {
    const fields = value as Fields
    if (typeof fields['username'] === 'string') return personName(fields['username'])
    if (typeof fields['url'] === 'string') return fields['url']
    return Object.entries(fields)
      .filter(([field, one]) => !NOISE.includes(field) && !isNothing(one))
      .map(([field, one]) => `${fieldName(field)}: ${textOf(one)}`)
      .join('\n')
  }
  return JSON.stringify(value)
}

const REFERENCES: Readonly<Record<string, DeskResource>> = {
  created_by: 'members',
  claimed_by: 'members',
  decided_by: 'members',
  owner_id: 'members',
  member_id: 'members',
  user_id: 'members',
  event_kind_id: 'event-kinds',
  type_id: 'glossary-types',
  subtype_id: 'glossary-subtypes',
  category_id: 'rule-categories',
  subcategory_id: 'rule-subcategories',
  quick_subcategory_id: 'quick-subcategories',
}

/** The resource of the record that a field refers to; undefined for a field that refers to none. */
const referenceOf = (resource: string, field: string): DeskResource | undefined =>
  resource === 'download-files' && field === 'category_id'
    ? 'download-categories'
    : REFERENCES[field]

/** Number of characters from which on a text is shown once, with insertions and deletions marked in it. */
const LONG = 60

type Props = { resource: string; before: unknown; after: unknown }

/** The changes of an action, field by field. */
export const ChangeTable = ({ resource, before, after }: Props) => {
  const changes = resource === 'site' ? kitChanges(before, after) : changesOf(before, after)
  if (changes.length === 0) return <p>{t('audit.nothing_changed')}</p>
  return (
    <Changes>
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{fieldName(change.field)}</dt>
          <dd>
            <Difference change={change} resource={resource} />
          </dd>
        </div>
      ))}
    </Changes>
  )
}

const Changes = styled('dl')({
  margin: 0,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '12rem 1fr',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: line,
    [SMALL]: { gridTemplateColumns: '1fr' },
  },
  '& dt': { color: 'var(--ink-soft)' },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& p': { margin: 0 },
  '& del': { background: 'var(--removed)' },
  '& ins': { background: 'var(--added)' },
})

const Difference = ({ change, resource }: { change: Change; resource: string }) => {
  const { field, before, after } = change
  const reference = referenceOf(resource, field)
  const show = (value: unknown) =>
    reference !== undefined && typeof value === 'number' ? (
      <Named id={value} reference={reference} />
    ) : (
      plain(field, value)
    )
  const [old, now] = [textOf(before), textOf(after)]
  const isLong =
    reference === undefined && old !== '' && now !== '' && old.length + now.length > LONG
  if (isLong && timeIn(field, after) === null) return <TextDifference after={now} before={old} />
  return (
    <>
      {old !== '' && <del>{show(before)}</del>}
      {old !== '' && now !== '' && <span aria-hidden="true"> {arrow} </span>}
      {now !== '' && <ins>{show(after)}</ins>}
    </>
  )
}

/** Fields whose values are those of a closed set. */
const SETS = /^(state|kind|role|event_scope|event_type)$/

function plain(field: string, value: unknown): string {
  const time = timeIn(field, value)
  if (time !== null) return momentOf(time)
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  return typeof value === 'string' && SETS.test(field) ? capital(wordOf(value)) : textOf(value)
}

const TextDifference = ({ before, after }: { before: string; after: string }) => (
  <p className="desk-text">
    {diffWordsWithSpace(before, after).map(({ value, added, removed }, at) => {
      // The parts have no ids, and their order never changes.
      const key = `${at}`
      if (added) return <ins key={key}>{value}</ins>
      if (removed) return <del key={key}>{value}</del>
      return <span key={key}>{value}</span>
    })}
  </p>
)

/** A record by its name, or by its id after it was deleted. */
const Named = ({ reference, id }: { reference: DeskResource; id: number }) => {
  const { data } = useGetManyAggregate<RaRecord<number>>(reference, { ids: [id] })
  const nameOf = useGetRecordRepresentation(reference)
  const record = data?.find((one) => one?.id === id)
  return <span>{record ? nameOf(record) : t('audit.numbered', { id })}</span>
}
