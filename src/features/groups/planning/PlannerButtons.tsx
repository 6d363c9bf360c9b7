import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { Button } from '#src/ui/Button.tsx'
import { PollDialog } from './PollDialog.tsx'
import { SessionDialog } from './SessionDialog.tsx'

type Props = {
  group: GroupId
  /** Called when a session or a poll was made. */
  onMade?: () => void
}

export function PlannerButtons({ group, onMade }: Props) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'poll' | 'session' | null>(null)
  const close = () => setDialog(null)
  const handleDone = () => {
    close()
    onMade?.()
  }
  return (
    <div className="flex flex-wrap gap-x-2 gap-y-1.5">
      <Button
        variant="primary"
        icon="plus"
        className="max-sm:px-3"
        onClick={() => setDialog('session')}
      >
        {t('planning.plan_session')}
      </Button>
      <Button className="max-sm:px-3" onClick={() => setDialog('poll')}>
        {t('planning.propose')}
      </Button>
      <PollDialog group={group} open={dialog === 'poll'} onClose={close} onDone={handleDone} />
      <SessionDialog
        group={group}
        open={dialog === 'session'}
        target={{ kind: 'new' }}
        onClose={close}
        onDone={handleDone}
      />
    </div>
  )
}
