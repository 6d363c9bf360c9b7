import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { DateOption, DatePoll, GameDate } from '#contract/schemas/planning.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { SessionForm } from './SessionForm.tsx'

/** What the form is about: a new session, the option of a poll that becomes one, or a date of a session. */
export type SessionTarget =
  | { kind: 'new' }
  | { kind: 'fix'; poll: DatePoll; option: DateOption }
  | { kind: 'change'; date: GameDate }

type Props = { group: GroupId; open: boolean; target: SessionTarget; onClose: () => void }

const TITLES: Record<SessionTarget['kind'], MessageKey> = {
  new: 'planning.plan_session',
  fix: 'planning.fix',
  change: 'planning.change_session',
}

export function SessionDialog({ group, open, target, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(TITLES[target.kind])}
      closeLabel={t('dashboard.close_dialog')}
      isStatic
    >
      <SessionForm group={group} target={target} onDone={onClose} />
    </Modal>
  )
}
