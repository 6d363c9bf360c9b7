import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Audience } from './Audience.tsx'

type Props = {
  id: number
  name: string
  disabled: boolean
  onTime: (at: string) => Promise<string>
}

export const PublishAt = ({ id, name, disabled, onTime }: Props) => {
  const [time, setTime] = useState('')
  const field = useId()
  const handleConfirm = async () =>
    time === '' ? t('contents.at_missing') : onTime(new Date(time).toISOString())
  return (
    <ConfirmButton
      disabled={disabled}
      label={t('contents.publish_at')}
      onConfirm={handleConfirm}
      title={t('contents.publish_at_ask', { name })}
    >
      <label htmlFor={field}>{t('contents.at')}</label>
      <input
        id={field}
        onChange={(event) => setTime(event.target.value)}
        required
        type="datetime-local"
        value={time}
      />
      <Audience id={id} isLater />
    </ConfirmButton>
  )
}
