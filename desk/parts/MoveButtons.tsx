import { useState } from 'react'
import {
  type RaRecord,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { texts } from '../texts.ts'
import { messageOf } from './useAct.ts'

/** Records of one parent that can be put in order here; the desk answers no more at once. */
const LONGEST = 1000

/** Swaps the record with its neighbour among those that share the named fields. */
export const MoveButtons = ({ within = [] }: { within?: readonly string[]; label?: string }) => {
  const record = useRecordContext<RaRecord<number>>()
  const resource = useResourceContext()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)
  if (!record || resource === undefined) return null

  const move = async (step: -1 | 1) => {
    setIsBusy(true)
    try {
      const ids = swapped(await siblings(), record.id, step)
      if (ids) await desk.call('POST', `${resource}/order`, { ids })
      notify(texts.order.done, { type: 'success' })
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
    setIsBusy(false)
    refresh()
  }
  const siblings = async (): Promise<number[]> => {
    const { data } = await desk.getList<RaRecord<number>>(resource, {
      filter: Object.fromEntries(within.map((name) => [name, fieldOf(record, name)])),
      pagination: { page: 1, perPage: LONGEST },
      sort: { field: 'position', order: 'ASC' },
    })
    return data.map(({ id }) => id)
  }
  return (
    <span className="desk-move">
      {([-1, 1] as const).map((step) => (
        <button
          aria-label={step < 0 ? texts.order.up : texts.order.down}
          className="desk-plain"
          disabled={isBusy}
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
