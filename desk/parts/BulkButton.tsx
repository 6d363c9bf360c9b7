import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type RaRecord,
  useDataProvider,
  useGetMany,
  useGetRecordRepresentation,
  useListContext,
  useNotify,
  useRefresh,
  useResourceContext,
} from 'react-admin'
import { t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { ActionButton } from './ActionButton.tsx'
import type { BulkAct } from './bulkActs.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { isHopeless, messageOf } from './useAction.ts'

type NameOf = (id: number) => string

/**
 * Acts on records one after the other, each with a request and an audit row of its own. What was done is no longer
 * selected; what was refused, or not tried, stays so.
 * @param onLeft gets the records that are left after a refusal
 */
function useBulkRun(
  { send, done }: BulkAct,
  ids: readonly number[],
  nameOf: NameOf,
  onLeft: (ids: readonly number[]) => void,
) {
  const desk = useDataProvider<DeskDataProvider>()
  const resource = useResourceContext() ?? ''
  const { onSelect, selectedIds } = useListContext<RaRecord<number>>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [progress, setProgress] = useState('')
  const isWanted = useRef(true)
  const stop = useCallback(() => {
    isWanted.current = false
  }, [])
  useEffect(() => stop, [stop])

  /** Returns what went wrong, '' if nothing did. */
  const run = async (): Promise<string> => {
    isWanted.current = true
    const finished: number[] = []
    const refused: string[] = []
    for (const id of ids) {
      if (!isWanted.current) break
      setProgress(t('bulk.progress', { done: finished.length + refused.length, all: ids.length }))
      const error = await send(desk, resource, id).then(() => null, asError)
      if (error === null) finished.push(id)
      else refused.push(t('bulk.failure', { name: nameOf(id), why: messageOf(error) }))
      if (isHopeless(error)) break
    }
    setProgress('')
    const left = ids.filter((id) => !finished.includes(id))
    onSelect(selectedIds.filter((id) => !finished.includes(id)))
    refresh()
    if (left.length === 0) {
      notify(done(finished.length), { type: 'success' })
      return ''
    }
    const sentence = t('bulk.partly', { done: finished.length, all: ids.length })
    const untried = left.length - refused.length
    if (untried > 0) refused.push(t('bulk.untried', { smart_count: untried }))
    const report = [sentence, ...refused].join('\n')
    if (isWanted.current) onLeft(left)
    else notify(report, { type: 'warning' })
    return report
  }
  return { run, stop, progress }
}

const asError = (error: unknown): unknown => error ?? new Error()

/** Records that a question names. */
const NAMED_MAX = 8

type Props = { act: BulkAct; disabled: boolean }

/** Asks about the selected records by name, then acts on one after the other. */
export const BulkButton = ({ act, disabled }: Props) => {
  const { selectedIds } = useListContext<RaRecord<number>>()
  const [ids, setIds] = useState<readonly number[]>([])
  const nameOf = useNames(ids)
  const { run, stop, progress } = useBulkRun(act, ids, nameOf, setIds)
  const { label, ask, text, About, isDangerous } = act
  const handleClose = () => {
    stop()
    setIds([])
  }
  return (
    <>
      <ActionButton
        disabled={disabled}
        isDangerous={isDangerous}
        onClick={() => setIds(selectedIds)}
      >
        {label}
      </ActionButton>
      {ids.length > 0 && (
        <ConfirmDialog
          isDangerous={isDangerous}
          label={label}
          onClose={handleClose}
          onConfirm={run}
          text={text}
          title={ask(ids.length)}
        >
          <Names names={ids.map(nameOf)} />
          {About && <About ids={ids} />}
          <p role="status">{progress}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

/** The selection can have records of other pages of the list. */
function useNames(ids: readonly number[]): (id: number) => string {
  const resource = useResourceContext() ?? ''
  const { data = [] } = useGetMany<RaRecord<number>>(
    resource,
    { ids: [...ids] },
    { enabled: ids.length > 0 },
  )
  const representationOf = useGetRecordRepresentation(resource)
  return (id) => {
    const record = data.find((one) => one?.id === id)
    const name = record && representationOf(record)
    return typeof name === 'string' ? name : `#${id}`
  }
}

const Names = ({ names }: { names: readonly string[] }) => {
  const more = names.length - NAMED_MAX
  return (
    <ul>
      {names.slice(0, NAMED_MAX).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two records may have one name
        <li key={index}>{name}</li>
      ))}
      {more > 0 && <li>{t('bulk.and_more', { count: more })}</li>}
    </ul>
  )
}
