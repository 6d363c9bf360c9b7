import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAIL_INVITE_DAYS, MAIL_INVITES_MAX } from '#contract/groupPageLimits.ts'
import { EMAIL_PATTERN, TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { useInviteByMailMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { TextField } from '#src/ui/TextField.tsx'

const EMAIL = new RegExp(EMAIL_PATTERN)

/** Refusals that are about the typed e-mail address. */
const OF_ADDRESS: Readonly<Record<string, MessageKey>> = {
  invalid: 'mail_invite.bad_email',
  already_mailed: 'mail_invite.already_mailed',
  mailed_enough: 'mail_invite.mailed_enough',
}
const OTHERS: Readonly<Record<string, MessageKey>> = {
  too_many_mail_invites: 'mail_invite.too_many',
  throttled: 'mail_invite.throttled',
}
const textFor = (texts: Readonly<Record<string, MessageKey>>, codes: readonly string[]) =>
  codes.flatMap((code) => (Object.hasOwn(texts, code) ? (texts[code] ?? []) : []))[0]

/** For people without an account; whether somebody has one makes no difference here. */
export function MailInviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [invite, { isLoading, error, data, reset }] = useInviteByMailMutation()
  const [email, setEmail] = useState('')
  const [isMalformed, setIsMalformed] = useState(false)
  const ofAddress = isMalformed ? 'mail_invite.bad_email' : textFor(OF_ADDRESS, codesOf(error))
  const other = error && (textFor(OTHERS, codesOf(error)) ?? 'mail_invite.failed')

  const handleChange = (typed: string) => {
    setEmail(typed)
    setIsMalformed(false)
    if (error) reset()
  }
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('guest')
    const isBad = !EMAIL.test(email.trim())
    setIsMalformed(isBad)
    reset()
    const answer = isBad ? null : await invite({ groupId: group.id, email: email.trim() })
    if (answer?.data) setEmail('')
    else if (field instanceof HTMLElement) field.focus()
  }
  return (
    <form
      noValidate
      aria-label={t('mail_invite.title')}
      onSubmit={(event) => void handleSubmit(event)}
      className="flex w-full max-w-2xl flex-col items-start gap-4"
    >
      <h5 className="font-sans text-ui font-bold">{t('mail_invite.title')}</h5>
      <TextField
        label={t('mail_invite.email')}
        hint={t('mail_invite.hint', { days: MAIL_INVITE_DAYS })}
        type="email"
        name="guest"
        // Somebody else's.
        autoComplete="off"
        maxLength={TEXT_MAX}
        className="w-full"
        value={email}
        onChange={handleChange}
        error={ofAddress && t(ofAddress)}
      />
      <FormError message={other && !ofAddress ? t(other, { max: MAIL_INVITES_MAX }) : undefined} />
      <Button type="submit" busy={isLoading}>
        {t('mail_invite.send')}
      </Button>
      <p role="status" className="font-sans text-ui wrap-anywhere text-ink-soft empty:sr-only">
        {data && t('mail_invite.sent', { email: data.email })}
      </p>
    </form>
  )
}
