import { useRef } from 'react'
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
import { messageOf } from './useAct.ts'
import { useNameOf } from './useNameOf.ts'

/** Records of one response. */
const RECORDS_MAX = 1000

/** Swaps the record with its neighbour. @param within the fields that partition the order, as `orderWithin` on the server */
export const MoveButtons = ({ within = [] }: { within?: readonly string[]; label?: string }) => {
  const record = useRecordContext<RaRecord<number>>()
  const resource = orderedResource(useResourceContext())
  const nameOf = useNameOf()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const isMoving = useRef(false)
  if (!record || resource === null) return null

  const siblings = async (): Promise<number[]> => {
    const { data } = await desk.getList<RaRecord<number>>(resource, {
      filter: Object.fromEntries(within.map((name) => [name, fieldOf(record, name)])),
      pagination: { page: 1, perPage: RECORDS_MAX },
      sort: { field: 'position', order: 'ASC' },
    })
    return data.map(({ id }) => id)
  }
  const move = async (step: -1 | 1) => {
    // The buttons stay enabled meanwhile: a disabled one would lose the focus.
    if (isMoving.current) return
    isMoving.current = true
    try {
      const ids = await siblings()
      const moved = swapped(ids, record.id, step)
      if (moved) {
        await desk.call(deskRoutes[resource].order, { ids: moved })
        notify(t('order.done', { place: moved.indexOf(record.id) + 1, count: moved.length }), {
          type: 'success',
        })
      } else notify(step < 0 ? t('order.first') : t('order.last'), { type: 'info' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    isMoving.current = false
    refresh()
  }
  const name = nameOf(record)
  return (
    <span className="desk-move">
      {([-1, 1] as const).map((step) => (
        <button
          aria-label={step < 0 ? t('order.up', { name }) : t('order.down', { name })}
          className="desk-plain"
          key={step}
          onClick={(event) => {
            event.stopPropagation()
            void move(step)
          }}
          type="button"
        >
          {step < 0 ? '↑' : '↓'}
        </button>
      ))}
    </span>
  )
}

const orderedResource = (name: string | undefined): OrderedResource | null =>
  name !== undefined && isOrdered(name) ? name : null

const isOrdered = (name: string): name is OrderedResource =>
  Object.entries<object>(deskRoutes).some(([known, calls]) => known === name && 'order' in calls)

const fieldOf = (record: RaRecord<number>, name: string): unknown => record[name] ?? null

function swapped(ids: readonly number[], id: number, step: -1 | 1): number[] | undefined {
  const from = ids.indexOf(id)
  const other = ids[from + step]
  if (other === undefined) return undefined
  const moved = [...ids]
  moved[from + step] = id
  moved[from] = other
  return moved
}
