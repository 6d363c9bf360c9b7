import { useTranslation } from 'react-i18next'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectHasExpired } from '#src/store/session/slice.ts'
import { useAuthState } from './authState.ts'
import { FormNotice } from './FormNotice.tsx'

/** Why the login page is shown: after a new password, or after an expired session. */
export function LoginNotice() {
  const { t } = useTranslation()
  const { hasNewPassword } = useAuthState()
  const hasExpired = useAppSelector(selectHasExpired)
  if (!hasNewPassword && !hasExpired) return null
  return (
    <div className="mb-5">
      <FormNotice
        message={t(hasNewPassword ? 'login.password_changed' : 'login.session_expired')}
      />
    </div>
  )
}
