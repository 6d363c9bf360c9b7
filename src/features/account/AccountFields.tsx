import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { PasswordField, TextField, type TextFieldProps } from '#src/ui/TextField.tsx'
import { usePasswordAdvice } from './credentials/usePasswordAdvice.ts'

type FieldProps = Omit<TextFieldProps, 'label'>
type EmailProps = FieldProps & {
  /** The browser may suggest passkeys here. */
  hasPasskeys?: boolean
}

/** The e-mail address of an account, which browsers save as its user name. */
export function AccountEmail({ hasPasskeys, ...props }: EmailProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('login.email')}
      type="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      required
      maxLength={TEXT_MAX}
      {...props}
    />
  )
}

export function AccountPassword(props: TextFieldProps) {
  const { t } = useTranslation()
  const toggleLabels = { show: t('login.show_password'), hide: t('login.hide_password') }
  return <PasswordField required maxLength={TEXT_MAX} {...props} toggleLabels={toggleLabels} />
}

type NewPasswordProps = TextFieldProps & {
  value: string
  /** User name and e-mail address, which a password should not repeat. */
  known?: readonly string[]
}

/** Field of a new password, with advice that blocks no submission. */
export function NewPassword({ known, ...props }: NewPasswordProps) {
  const { t } = useTranslation()
  const { advice, onFocus } = usePasswordAdvice(props.value, known)
  const note = advice === undefined ? undefined : ((advice && t(advice)) ?? '')
  return <AccountPassword {...props} autoComplete="new-password" onFocus={onFocus} note={note} />
}
