import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { SessionForm } from './SessionForm.tsx'
import type { SessionTarget } from './sessionFields.ts'

type Props = {
  group: GroupId
  open: boolean
  target: SessionTarget
  onClose: () => void
  onDone?: () => void
}

const TITLES: Record<SessionTarget['kind'], MessageKey> = {
  new: 'planning.plan_session',
  fix: 'planning.fix',
  change: 'planning.change_session',
  host: 'planning.host_place',
}

export function SessionDialog({ group, open, target, onClose, onDone = onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(TITLES[target.kind])}
      closeLabel={t('dashboard.close_dialog')}
      isStatic
    >
      <SessionForm group={group} target={target} onDone={onDone} />
    </Modal>
  )
}
