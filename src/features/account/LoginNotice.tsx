import { useTranslation } from 'react-i18next'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectHasExpired } from '#src/store/session/slice.ts'
import { useAuthPassage } from './authPassage.ts'
import { FormNotice } from './FormNotice.tsx'

/** Why somebody finds the login page before them: after a new password, or after a session that has expired. */
export function LoginNotice() {
  const { t } = useTranslation()
  const { hasNewPassword } = useAuthPassage()
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
