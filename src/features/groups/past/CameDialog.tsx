import { skipToken } from '@reduxjs/toolkit/query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import type { PastDetails } from '#contract/past.ts'
import { sortedBy } from '#src/platform/inLanguage.ts'
import { useCorrectAttendanceMutation, useGetPastDateQuery } from '#src/store/groups/past/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { group: GroupId; id: GameDateId | null; onClose: () => void }

export function CameDialog({ group, id, onClose }: Props) {
  const { t } = useTranslation()
  const { data } = useGetPastDateQuery(id === null ? skipToken : { group_id: group, id })
  return (
    <Modal
      open={id !== null && data !== undefined}
      onClose={onClose}
      title={t('past.who_came')}
      closeLabel={t('dashboard.close_dialog')}
    >
      {data && <CameForm key={id} group={group} details={data} onDone={onClose} />}
    </Modal>
  )
}

type FormProps = { group: GroupId; details: PastDetails; onDone: () => void }

/** Sends only what was changed here: others may correct other members at the same time. */
function CameForm({ group, details: { date, absent = [] }, onDone }: FormProps) {
  const { t } = useTranslation()
  const [save, { isLoading, error }] = useCorrectAttendanceMutation()
  const [changed, setChanged] = useState<ReadonlyMap<MemberId, boolean>>(new Map())
  const cameBefore = new Set(date.came.map(({ member_id }) => member_id))
  const people = sortedBy([...date.came, ...absent], ({ name }) => name, useLanguage())
  const hasCome = (id: MemberId) => changed.get(id) ?? cameBefore.has(id)

  const handleSave = async () => {
    const changes = [...changed]
      .filter(([id, came]) => cameBefore.has(id) !== came)
      .map(([member_id, came]) => ({ member_id, came }))
    if (changes.length === 0) return onDone()
    const { error: refused } = await save({ group_id: group, id: date.id, changes })
    if (!refused) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      <fieldset className="flex flex-col">
        <legend className="font-sans text-ui text-ink-soft">{t('past.who_came_hint')}</legend>
        {people.map(({ member_id, name }) => (
          <Checkbox
            key={member_id}
            label={name}
            checked={hasCome(member_id)}
            onChange={(came) => setChanged(new Map(changed).set(member_id, came))}
          />
        ))}
      </fieldset>
      <FormError message={error && t(refusalText(error, 'past.failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => void handleSave()}>
          {t('past.save_came')}
        </Button>
      </div>
    </div>
  )
}
