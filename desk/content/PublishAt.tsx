import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { Audience } from './Audience.tsx'

type Props = {
  id: number
  about: string
  disabled: boolean
  onTime: (at: string) => Promise<string>
}

export const PublishAt = ({ id, onTime, ...button }: Props) => {
  const [time, setTime] = useState('')
  const field = useId()
  const handleConfirm = async () =>
    time === '' ? t('contents.at_missing') : onTime(new Date(time).toISOString())
  return (
    <ConfirmButton {...button} label={t('contents.publish_at')} onConfirm={handleConfirm}>
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
