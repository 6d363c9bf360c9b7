import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FEED_NAME_MAX } from '#contract/calendarLimits.ts'
import type { NewFeed } from '#contract/schemas/calendar.ts'
import { useCreateFeedMutation } from '#src/store/calendar/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/TextField.tsx'

/** A failure is a toast, and the name stays. */
export function FeedForm({ onMade }: { onMade: (feed: NewFeed) => void }) {
  const { t } = useTranslation()
  const [create, { isLoading }] = useCreateFeedMutation()
  const [name, setName] = useState('')
  const [isMissing, setIsMissing] = useState(false)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const isEmpty = name.trim() === ''
    setIsMissing(isEmpty)
    if (isEmpty || isLoading) return
    const { data } = await create({ name: name.trim() })
    if (data) onMade(data)
  }
  return (
    <form
      noValidate
      aria-label={t('calendar.make')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-3"
    >
      <TextField
        label={t('calendar.name')}
        hint={t('calendar.name_hint')}
        name="feed_name"
        autoComplete="off"
        required
        maxLength={FEED_NAME_MAX}
        value={name}
        onChange={setName}
        error={isMissing && name.trim() === '' ? t('calendar.name_missing') : undefined}
        className="w-full sm:max-w-md"
      />
      <Button type="submit" icon="calendar" busy={isLoading}>
        {t('calendar.make')}
      </Button>
    </form>
  )
}
