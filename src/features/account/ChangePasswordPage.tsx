import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import {
  useApplyPasswordResetMutation,
  useVerifyPasswordResetQuery,
} from '#src/store/account/api.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { AuthCard } from './AuthCard.tsx'
import type { AuthState } from './authState.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'

const CHANGED: AuthState = { hasNewPassword: true }

/** Change password (behaviour 2): the link is verified first; only the new password uses it up. */
export function ChangePasswordPage() {
  const { t } = useTranslation()
  const { request_id: requestId = '' } = useParams()
  const link = useVerifyPasswordResetQuery(requestId)
  const [apply, result] = useApplyPasswordResetMutation()

  if (result.isSuccess) return <Navigate to="/auth/login" replace state={CHANGED} />
  if (link.isLoading) return <AuthCard title={t('register.change_password_title')}>{null}</AuthCard>
  if (link.data !== true) return <InvalidLink />
  return (
    <AuthCard title={t('register.change_password_title')}>
      <NewPasswordFields
        isBusy={result.isLoading}
        hasFailed={result.isError}
        onSubmit={(password) => void apply({ new_password: password, request_id: requestId })}
      />
    </AuthCard>
  )
}

function InvalidLink() {
  const { t } = useTranslation()
  return (
    <AuthCard title={t('register.invalid_link_title')}>
      <p role="alert" className="font-body">
        {t('register.change_password_hint')}
      </p>
      <LinkButton to="/auth/forgot-password" variant="primary" className="mt-6">
        {t('register.return')}
      </LinkButton>
    </AuthCard>
  )
}
