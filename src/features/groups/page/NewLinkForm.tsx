import { useTranslation } from 'react-i18next'
import { LINK_DAYS_MAX, LINK_USES_MAX, type NewInviteLink } from '#contract/groupPage.ts'
import { plainDigits } from '#shared/digits.ts'
import { useCreateInviteLinkMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { group: GroupRow; onMade: (made: NewInviteLink) => void }
type Limits = { days: string; uses: string }
const MAX = { days: LINK_DAYS_MAX, uses: LINK_USES_MAX }

/** NaN unless it is a whole number. */
const numberIn = (text: string): number => {
  const digits = plainDigits(text).trim()
  return /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
}

const isWithin = (text: string, max: number) => numberIn(text) >= 1 && numberIn(text) <= max

/** Keys of the messages are the names of the fields; the text has the number. */
const limitsBroken = ({ days, uses }: Limits) => ({
  ...(!isWithin(days, MAX.days) && { days: 'days' as const }),
  ...(!isWithin(uses, MAX.uses) && { uses: 'uses' as const }),
})

export function NewLinkForm({ group, onMade }: Props) {
  const { t } = useTranslation()
  const [create, { reset }] = useCreateInviteLinkMutation()
  const form = useForm({
    initial: { days: '7', uses: '5' },
    rules: limitsBroken,
    say: (limit) => t('invite_link.bad_number', { max: MAX[limit] }),
  })

  const handleSubmit = async ({ days, uses }: Limits) => {
    const { data, error } = await create({
      id: group.id,
      days: numberIn(days),
      uses: numberIn(uses),
    })
    if (data === undefined) return refusalOf(error, t, 'invite_link.failed')
    // The cache of the call does not keep the secret.
    reset()
    onMade(data)
    return undefined
  }
  return (
    <Form
      form={form}
      aria-label={t('invite_link.form')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <div className="grid w-full items-end gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('days')}
          label={t('invite_link.days')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('uses')}
          label={t('invite_link.uses')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <FormError {...form.error} />
      <Button type="submit" icon="plus" busy={form.isBusy}>
        {t('invite_link.make')}
      </Button>
    </Form>
  )
}
