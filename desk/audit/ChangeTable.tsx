import { styled } from '@mui/material/styles'
import { diffWordsWithSpace } from 'diff'
import { type RaRecord, useGetManyAggregate, useGetRecordRepresentation } from 'react-admin'
import { type DeskResource, t, wordOf } from '../i18n.ts'
import { fieldName } from '../parts/fieldName.ts'
import { kitChanges } from '../parts/kitNames.ts'
import { momentOf } from '../parts/times.ts'
import { arrow } from '../theme/direction.ts'
import { line, SMALL } from '../theme/shared.ts'
import { type Change, changesOf, textOf, timeIn } from './changes.ts'
import { referenceOf } from './references.ts'

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
  return typeof value === 'string' && SETS.test(field) ? wordOf(value) : textOf(value)
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
