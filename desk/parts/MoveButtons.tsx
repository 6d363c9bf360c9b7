import {
  type RaRecord,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import type { OrderedResource } from '../session/calls.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { messageOf } from './useAction.ts'
import { useRecordName } from './useRecordName.ts'
import { useSingleCall } from './useSingleCall.ts'

/** Records of one response. */
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
    await desk.call(deskRoutes[resource].order, { ids })
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
  Object.entries<object>(deskRoutes).some(([known, calls]) => known === name && 'order' in calls)

function swapped(ids: readonly number[], id: number, offset: Offset): number[] | undefined {
  const from = ids.indexOf(id)
  const other = ids[from + offset]
  return other === undefined ? undefined : ids.with(from, other).with(from + offset, id)
}
