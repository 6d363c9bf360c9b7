import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameDate } from '#contract/planning.ts'
import { useHostDateMutation } from '#src/store/groups/planning/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { Select } from '#src/ui/Select.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'

type Props = { group: GroupRow; date: GameDate; open: boolean; onClose: () => void }

const NOBODY = 0

/** A planner says at whose place the group meets. */
export function HostDialog({ open, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.choose_host')}
      closeLabel={t('dashboard.close_dialog')}
      size="small"
    >
      <Choice {...rest} onDone={onClose} />
    </Modal>
  )
}

function Choice({ group, date, onDone }: Pick<Props, 'group' | 'date'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<number>(date.host?.member_id ?? NOBODY)
  const [save, { isLoading, error }] = useHostDateMutation()
  const member = group.members.find(({ id }) => id === chosen)
  const handleSave = async () => {
    const sent = await save({ group_id: group.id, id: date.id, member_id: member?.id ?? null })
    if (!sent.error) onDone()
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="font-sans font-medium">
        <TimeSpan start={date.starts_at} end={date.ends_at} />
      </p>
      <Select
        label={t('planning.host')}
        hint={t('planning.host_hint')}
        value={chosen}
        options={[
          { value: NOBODY, label: t('planning.no_host') },
          ...group.members.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setChosen}
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => void handleSave()}>
          {t('planning.save_host')}
        </Button>
      </div>
    </div>
  )
}
