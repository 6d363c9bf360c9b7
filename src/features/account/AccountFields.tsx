import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { savesData } from '#src/platform/offline.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { PasswordField, TextField, type TextFieldProps } from '#src/ui/TextField.tsx'

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

type AdviceOn = (password: string, known: readonly string[]) => MessageKey | null

/** Pause after the last key before the password is checked. */
const PAUSE_MS = 300
const SEPARATOR = '\n'

/**
 * Advice for the field of a new password; it blocks no submission. Its dictionary is fetched when the field gets the
 * focus; there is no advice if that fails or the visitor saves data.
 * @returns `advice`: undefined until the dictionary is loaded, null if there is none
 */
function usePasswordAdvice(password: string, known: readonly string[] = []) {
  const [adviceOn, setAdviceOn] = useState<AdviceOn | null>(null)
  const [advice, setAdvice] = useState<MessageKey | null>()
  const knownTexts = known.join(SEPARATOR)

  useEffect(() => {
    if (!adviceOn) return
    const advise = () => setAdvice(adviceOn(password, knownTexts.split(SEPARATOR)))
    const timer = setTimeout(advise, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [adviceOn, password, knownTexts])

  const handleFocus = () => {
    if (adviceOn || savesData()) return
    import(/* webpackChunkName: "password-advice" */ './credentials/passwordAdvice.ts').then(
      (chunk) => setAdviceOn(() => chunk.adviceOn),
      () => undefined,
    )
  }
  return { advice, onFocus: handleFocus }
}

type Props = {
  /** Calendar links of the account; without any there is nothing to ask. */
  links: number
  value: boolean
  onChange: (isKnown: boolean) => void
}

/** Asks with a new password whether calendar links, which need none, should end with the old one. */
export function SomeoneKnew({ links, value, onChange }: Props) {
  const { t } = useTranslation()
  if (links <= 0) return null
  return (
    <Checkbox
      label={t('credentials.someone_knew')}
      hint={t('credentials.someone_knew_hint', { count: links })}
      name="someone_knew"
      checked={value}
      onChange={onChange}
    />
  )
}

/** Hidden field that names the account to password managers. @param email empty if none is known */
export const PasswordOwner = ({ email = '' }: { email?: string | undefined }) => (
  <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
)
