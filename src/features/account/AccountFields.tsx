import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { PasswordField, TextField, type TextFieldProps } from '#src/ui/TextField.tsx'
import { usePasswordAdvice } from './credentials/usePasswordAdvice.ts'

type EmailFieldProps = {
  value: string
  onChange: (value: string) => void
  isMalformed: boolean
  /** The browser may suggest passkeys here. */
  hasPasskeys?: boolean
}

/** The e-mail address of an account, which browsers save as its user name. */
export function AccountEmail({ value, onChange, isMalformed, hasPasskeys }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('login.email')}
      type="email"
      name="email"
      autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
      required
      maxLength={TEXT_MAX}
      value={value}
      onChange={onChange}
      error={isMalformed ? t('login.bad_email') : undefined}
    />
  )
}

export function AccountPassword(props: TextFieldProps) {
  const { t } = useTranslation()
  const toggleLabels = { show: t('login.show_password'), hide: t('login.hide_password') }
  return <PasswordField {...props} toggleLabels={toggleLabels} />
}

type NewPasswordProps = TextFieldProps & {
  value: string
  /** User name and e-mail address, which a password should not repeat. */
  known?: readonly string[]
}

/** With advice, which stops nobody. */
export function NewPassword({ known, ...props }: NewPasswordProps) {
  const { t } = useTranslation()
  const { advice, onFocus } = usePasswordAdvice(props.value, known)
  const note = advice === undefined ? undefined : ((advice && t(advice)) ?? '')
  return <AccountPassword {...props} autoComplete="new-password" onFocus={onFocus} note={note} />
}
