import { useTranslation } from 'react-i18next'
import { FEED_NAME_MAX, type NewFeed } from '#contract/calendar.ts'
import { useCreateFeedMutation } from '#src/store/calendar/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { filled } from '#src/ui/form/rules.ts'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'

const nameProblems = filled({ name: 'calendar.name_missing' } as const)

/** A failure is a toast, and the name stays. */
export function FeedForm({ onMade }: { onMade: (feed: NewFeed) => void }) {
  const { t } = useTranslation()
  const [create] = useCreateFeedMutation()
  const form = useForm({ initial: { name: '' }, rules: nameProblems, say: t, keep: 'feed' })

  const handleSubmit = async ({ name }: { name: string }) => {
    const { data, error } = await create({ name: name.trim() })
    form.settle(error)
    if (data) onMade(data)
    return undefined
  }
  return (
    <Form
      form={form}
      aria-label={t('calendar.make')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-3"
    >
      <TextField
        {...form.field('name')}
        label={t('calendar.name')}
        hint={t('calendar.name_hint')}
        name="feed_name"
        autoComplete="off"
        required
        maxLength={FEED_NAME_MAX}
        className="w-full sm:max-w-md"
      />
      <Button type="submit" icon="calendar" busy={form.isBusy}>
        {t('calendar.make')}
      </Button>
    </Form>
  )
}
