import { useId, useState } from 'react'
import { Ask } from '../parts/Ask.tsx'
import { texts } from '../texts/texts.ts'
import { Audience } from './Audience.tsx'

const words = texts.contents

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
    time === '' ? words.atMissing : onTime(new Date(time).toISOString())
  return (
    <Ask about={title} disabled={disabled} label={words.publishAt} onSure={handleSure}>
      <label htmlFor={field}>{words.at}</label>
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
