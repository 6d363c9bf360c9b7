import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { MAIL_INVITE_DAYS, MAIL_INVITES_MAX } from '#contract/groupPage.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useInviteByMailMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Form } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import { useForm } from '#src/ui/form/useForm.ts'
import { TextField } from '#src/ui/TextField.tsx'

type Guest = { email: string }

const guestProblems = ({ email }: Guest) =>
  isEmail(email) ? {} : ({ email: 'mail_invite.bad_email' } as const)

/** Invites by e-mail. The response does not say whether the address has an account. */
export function MailInviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [invite, { data }] = useInviteByMailMutation()
  const form = useForm({
    initial: { email: '' },
    rules: guestProblems,
    say: t,
    keep: `mailInvite/${group.id}`,
  })

  const handleSubmit = async (typed: Guest) => {
    const { error } = await invite({ id: group.id, email: typed.email.trim() })
    if (!error) form.clear(typed)
    const codes = codesOf(error)
    if (codes.includes('invalid')) return { fields: { email: t('mail_invite.bad_email') } }
    const say = (key: MessageKey) => t(key, { max: MAIL_INVITES_MAX })
    const isThrottled = codes.includes('throttled')
    return refusalOf(error, say, isThrottled ? 'mail_invite.throttled' : 'mail_invite.failed')
  }
  return (
    <Form
      form={form}
      aria-label={t('mail_invite.title')}
      onSubmit={handleSubmit}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <h4 className="font-sans text-sm font-bold text-ink-soft">{t('mail_invite.title')}</h4>
      <TextField
        {...form.field('email')}
        label={t('mail_invite.email')}
        hint={t('mail_invite.hint', { days: MAIL_INVITE_DAYS })}
        type="email"
        name="guest"
        // The address of another person.
        autoComplete="off"
        maxLength={TEXT_MAX}
        className="w-full"
      />
      <FormError {...form.error} />
      <Button type="submit" busy={form.isBusy}>
        {t('mail_invite.send')}
      </Button>
      <p role="status" className="font-sans text-ui wrap-anywhere text-ink-soft empty:sr-only">
        {data && t('mail_invite.sent', { email: data.email })}
      </p>
    </Form>
  )
}
