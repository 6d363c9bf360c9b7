import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { PasswordField, TextField, type TextFieldProps } from '#src/ui/TextField.tsx'

type EmailFieldProps = { value: string; onChange: (value: string) => void; isMalformed: boolean }

/** The e-mail address of an account, which browsers save as its user name. */
export function AccountEmail({ value, onChange, isMalformed }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('login.email')}
      type="email"
      name="email"
      autoComplete="username"
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
