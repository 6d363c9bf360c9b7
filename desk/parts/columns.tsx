import { Checkbox } from '@mui/material'
import type { ComponentProps, ReactNode } from 'react'
import {
  DataTable,
  type RaRecord,
  ReferenceField,
  SelectPageCheckbox,
  useCreatePath,
  useDataProvider,
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin'
import { Link } from 'react-router'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskMessage } from '#contract/messages.ts'
import { capital, t, wordOf } from '../i18n.ts'
import type { OrderedResource } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { StateMark } from './PageParts.tsx'
import { RowMenu } from './RowMenu.tsx'
import { dayOf, momentOf } from './times.ts'
import { messageOf, useSingleCall } from './useAction.ts'
import { useRecordName } from './useRecordName.ts'

const RECORDS_MAX = 1000

type Offset = -1 | 1

/** Swaps the record with its neighbour. @param within the fields that partition the order, as `orderWithin` on the server */
export const MoveButtons = ({ within = [] }: { within?: readonly string[] }) => {
  const record = useRecordContext<RaRecord<number>>()
  const resource = useResourceContext() ?? ''
  const name = useRecordName()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()

  const swap = async ({ id, ...fields }: RaRecord<number>, offset: Offset) => {
    if (!isOrdered(resource)) return
    const { data } = await desk.getList<RaRecord<number>>(resource, {
      filter: Object.fromEntries(
        within.map((field): [string, unknown] => [field, fields[field] ?? null]),
      ),
      pagination: { page: 1, perPage: RECORDS_MAX },
      sort: { field: 'position', order: 'ASC' },
    })
    const siblings = data.map((sibling) => sibling.id)
    const ids = swapped(siblings, id, offset)
    if (!ids) return notify(offset < 0 ? t('order.first') : t('order.last'), { type: 'info' })
    await desk.call(deskCalls[resource].order, { ids })
    const done = t('order.done', { place: ids.indexOf(id) + 1, count: ids.length })
    notify(done, { type: 'success' })
  }
  // The buttons stay enabled during the call: a disabled one would lose the focus.
  const { run: move } = useSingleCall(async (moved: RaRecord<number>, offset: Offset) => {
    await swap(moved, offset).catch((error: unknown) => notify(messageOf(error), { type: 'error' }))
    refresh()
  })
  if (!record) return null
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {([-1, 1] as const).map((offset) => (
        <button
          aria-label={offset < 0 ? t('order.up', { name }) : t('order.down', { name })}
          className="desk-plain"
          key={offset}
          onClick={(event) => {
            event.stopPropagation()
            void move(record, offset)
          }}
          type="button"
        >
          {offset < 0 ? '↑' : '↓'}
        </button>
      ))}
    </span>
  )
}

const isOrdered = (name: string): name is OrderedResource =>
  Object.entries<object>(deskCalls).some(([known, calls]) => known === name && 'order' in calls)

function swapped(ids: readonly number[], id: number, offset: Offset): number[] | undefined {
  const from = ids.indexOf(id)
  const other = ids[from + offset]
  return other === undefined ? undefined : ids.with(from, other).with(from + offset, id)
}

/** Leads to the record of a row: a row that opens on a click is out of a keyboard's reach. */
export const RowLink = ({ children }: { children: ReactNode }) => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const { hasEdit } = useResourceDefinition()
  const createPath = useCreatePath()
  if (!record) return null
  return (
    <Link
      className="desk-name"
      onClick={(event) => event.stopPropagation()}
      to={createPath({ resource, id: record.id, type: hasEdit ? 'edit' : 'show' })}
    >
      {children}
    </Link>
  )
}

/** react-admin's own box has the same label in every row. */
const SelectBox = () => {
  const record = useRecordContext()
  const name = useRecordName()
  const { handleToggleItem } = useDataTableCallbacksContext()
  const selectedIds = useDataTableSelectedIdsContext()
  if (!record) return null
  return (
    <Checkbox
      checked={selectedIds?.includes(record.id) === true}
      onClick={(event) => {
        event.stopPropagation()
        // A click with the shift key selects all rows since the last one.
        handleToggleItem?.(record.id, event)
      }}
      slotProps={{ input: { 'aria-label': t('bulk.select', { name }) } }}
    />
  )
}

/** Selects rows for what is done with several records at once. */
export const SelectColumn = () => (
  <DataTable.Col className="column-select" disableSort label={<SelectPageCheckbox />}>
    <SelectBox />
  </DataTable.Col>
)

export const NameColumn = ({ source }: { source: string }) => (
  <DataTable.Col
    render={(record: RaRecord) => <RowLink>{String(record[source])}</RowLink>}
    source={source}
  />
)

/** A value of a closed set. */
export const WordColumn = ({ source }: { source: string }) => (
  <DataTable.Col
    render={(record: RaRecord) => capital(wordOf(String(record[source])))}
    source={source}
  />
)

type TimeProps = ComponentProps<typeof TimeField> & { disableSort?: boolean }

export const TimeColumn = ({ disableSort, ...field }: TimeProps) => (
  <DataTable.Col disableSort={disableSort} label={field.label} source={field.source}>
    <TimeField {...field} />
  </DataTable.Col>
)

export const StateColumn = () => (
  <DataTable.Col
    disableSort
    render={({ state }: { state: string }) => <StateMark state={state} />}
    source="state"
  />
)

/** Empty for a message without an answer. */
export const AnsweredColumn = () => (
  <DataTable.Col
    disableSort
    render={({ answers }: DeskMessage) =>
      answers.length > 0 && <StateMark state="sent" text={t('messages.answered')} />
    }
    source="answers"
  />
)

type ReferenceProps = { source: string; reference: string; disableSort?: boolean }

/** Name of the record that this one belongs to. */
export const ReferenceColumn = ({ source, reference, disableSort }: ReferenceProps) => (
  <DataTable.Col disableSort={disableSort} source={source}>
    <ReferenceField link={false} reference={reference} source={source} />
  </DataTable.Col>
)

/** The class places a column at the end of a row, also of a card. */
const END = { className: 'column-actions' }

export const OrderColumn = (props: ComponentProps<typeof MoveButtons>) => (
  <DataTable.Col {...END} label={t('order.label')} source="position">
    <MoveButtons {...props} />
  </DataTable.Col>
)

/** The last column of a list: without children, the menu of the row. */
export const ActionsColumn = ({ children = <RowMenu /> }: { children?: ReactNode }) => (
  <DataTable.Col {...END} disableSort label={t('actions')}>
    {children}
  </DataTable.Col>
)

type Props = {
  source: string
  /** The field with the end of a time that lasts. */
  until?: string
  /** The day alone. */
  isDay?: boolean
  /** Read by react-admin on the page of a record, and by `TimeColumn`. */
  label?: string
}

/** A time of the record as the site writes its times. */
export const TimeField = ({ source, until = '', isDay = false }: Props) => {
  const { [source]: time, [until]: end }: Record<string, unknown> = useRecordContext() ?? {}
  if (typeof time !== 'string' || time === '') return null
  return (
    <time dateTime={time} style={end ? undefined : { whiteSpace: 'nowrap' }}>
      {isDay ? dayOf(time) : momentOf(time, typeof end === 'string' ? end : null)}
    </time>
  )
}
