import { useId, useState } from 'react'
import { t } from '../i18n.ts'
import { Ask } from '../parts/Ask.tsx'
import { Audience } from './Audience.tsx'

type Props = {
  id: number
  title: string
  disabled: boolean
  onTime: (at: string) => Promise<string>
}

export const PublishAt = ({ id, title, disabled, onTime }: Props) => {
  const [time, setTime] = useState('')
  const field = useId()
  const handleSure = async () =>
    time === '' ? t('contents.at_missing') : onTime(new Date(time).toISOString())
  return (
    <Ask about={title} disabled={disabled} label={t('contents.publish_at')} onSure={handleSure}>
      <label htmlFor={field}>{t('contents.at')}</label>
      <input
        id={field}
        onChange={(event) => setTime(event.target.value)}
        required
        type="datetime-local"
        value={time}
      />
      <Audience id={id} isLater />
    </Ask>
  )
}
