import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
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
import { t, textOr } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { ActionButton } from './ActionButton.tsx'
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

/** What can be done with each of the selected records of a list. */
export type BulkAct = {
  readonly label: string
  readonly ask: (count: number) => string
  /** What it means. */
  readonly text?: string
  /** Shown in the question: what it means for these records. */
  readonly About?: ComponentType<{ ids: readonly number[] }>
  readonly isDangerous?: boolean
  readonly send: (desk: DeskDataProvider, resource: string, id: number) => Promise<unknown>
  readonly done: (count: number) => string
}

/** @param part of the texts */
export const bulkAct = (
  part: 'contents' | 'downloads',
  name: string,
  send: BulkAct['send'],
): BulkAct => ({
  label: textOr(`${part}.${name}`, name),
  ask: (smart_count) => textOr(`${part}.bulk.${name}_ask`, '', { smart_count }),
  text: textOr(`${part}.bulk.${name}_text`, ''),
  send,
  done: (smart_count) => textOr(`${part}.bulk.${name}_done`, '', { smart_count }),
})

/** Deletes records of any list. */
export const removing: BulkAct = {
  label: t('remove'),
  ask: (smart_count) => t('bulk.remove_ask', { smart_count }),
  text: t('remove_sure'),
  isDangerous: true,
  send: (desk, resource, id) => desk.delete(resource, { id, previousData: { id } }),
  done: (smart_count) => t('bulk.remove_done', { smart_count }),
}
