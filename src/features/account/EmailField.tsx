import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/limits.ts'
import { TextField } from '#src/ui/TextField.tsx'

type Props = { value: string; onChange: (value: string) => void; isMalformed: boolean }

/** The e-mail address of an account, which browsers save as its user name. */
export function EmailField({ value, onChange, isMalformed }: Props) {
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
