import { useState } from 'react'
import {
  type RaRecord,
  useGetMany,
  useGetRecordRepresentation,
  useListContext,
  useResourceContext,
} from 'react-admin'
import { t } from '../i18n.ts'
import { ActionButton } from './ActionButton.tsx'
import type { BulkAct } from './bulkActs.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { useBulkRun } from './useBulkRun.ts'

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
