import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { GameDate } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useSkipDateMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom } from './localTime.ts'

type Props = {
  group: GroupId
  date: GameDate
  open: boolean
  onClose: () => void
}

/** Asks before a date of a series is cancelled, or all of its dates up to a day. */
export function SkipDialog({ open, onClose, ...rest }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t('planning.skip_date')}
      closeLabel={t('dashboard.close_dialog')}
      size="small"
    >
      <Question {...rest} onDone={onClose} />
    </Modal>
  )
}

function Question({ group, date, onDone }: Pick<Props, 'group' | 'date'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [skip, { isLoading, error }] = useSkipDateMutation()
  const { id, starts_at, ends_at, rhythm } = date
  const handleSkip = async () => {
    const until = periodFrom(day && `${day}T23:59`, 0)?.starts_at
    const sent = await skip({ group_id: group, id, ...(until && { until }) })
    if (!sent.error) onDone()
  }
  const language = useLanguage()
  const when = timeRange(starts_at, ends_at, readerTimeZone(), { language }) ?? ''
  return (
    <div className="flex flex-col gap-4">
      <p>{t('planning.skip_text', { date: when })}</p>
      {rhythm && (
        <TextField type="date" label={t('planning.skip_until')} value={day} onChange={setDay} />
      )}
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDone}>{t('planning.keep_date')}</Button>
        <Button variant="danger" busy={isLoading} onClick={() => void handleSkip()}>
          {t('planning.skip')}
        </Button>
      </div>
    </div>
  )
}
