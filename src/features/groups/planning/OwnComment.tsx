import { useTranslation } from 'react-i18next'
import type { DatePoll } from '#contract/datePolls.ts'
import type { GroupId } from '#contract/ids.ts'
import { COMMENT_MAX } from '#contract/planFields.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useAnswerPollMutation } from '#src/store/groups/planning/api.ts'
import type { Voter } from '#src/store/groups/planning/vote.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { commentOf } from './comments.ts'

type Props = { group: GroupId; poll: DatePoll; reader: Voter }

/** The comment that the reader adds to the own answers. */
export function OwnComment({ group, poll, reader }: Props) {
  const { t } = useTranslation()
  const [answer] = useAnswerPollMutation()
  const form = useForm({
    initial: { comment: commentOf(poll, reader) },
    keep: `comment/${poll.id}`,
  })
  const handleSubmit = async ({ comment }: typeof form.values) => {
    const { error } = await answer({
      group_id: group,
      id: poll.id,
      time_zone: readerTimeZone(),
      answers: [],
      comment,
    })
    form.settle(error)
    return refusalOf<'comment'>(error, t, 'planning.failed')
  }
  return (
    <Form form={form} onSubmit={handleSubmit} className="mt-3 flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          {...form.field('comment')}
          label={t('planning.comment_optional')}
          autoComplete="off"
          maxLength={COMMENT_MAX}
          className="min-w-0 flex-1 basis-24"
        />
        <Button type="submit" busy={form.isBusy}>
          {t('planning.save_comment')}
        </Button>
      </div>
      <FormError {...form.error} />
    </Form>
  )
}
