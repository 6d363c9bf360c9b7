import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { announces } from '#src/platform/page.ts'
import { accountApi } from '#src/store/account/api.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { AuthCard, AuthLink } from './AuthCard.tsx'
import { ResendActivation } from './ResendActivation.tsx'
import { useInviteSecret } from './useInviteSecret.ts'

/** The names of the outcomes in the texts. */
const NAMES = {
  activated: 'activated',
  alreadyUsed: 'already_used',
  notFound: 'not_found',
} as const

/** Account activation (behaviour 2.24): the status code gives one of three views. */
function ActivationPage() {
  const { t } = useTranslation()
  const { request_id: requestId = '' } = useParams()
  // The invite that its mail carries is offered at the login.
  useInviteSecret()
  const result = accountApi.useActivateAccountQuery({ request_id: requestId })
  const { data: outcome, isError, isFetching, refetch } = result

  if (isError)
    return (
      <AuthCard title={t('activation.title')}>
        <ErrorState
          message={t('activation.failed_text')}
          isBusy={isFetching}
          onRetry={() => void refetch()}
        />
      </AuthCard>
    )
  if (!outcome) return <AuthCard title={t('activation.title')}>{null}</AuthCard>
  if (outcome === 'waits')
    return (
      <AuthCard title={t('admission.confirmed_title')} lead={t('admission.waits')}>
        {null}
      </AuthCard>
    )
  const mayResend = outcome === 'notFound' && announces('resend_activation')
  return (
    <AuthCard
      title={t(`activation.${NAMES[outcome]}_title`)}
      lead={t(`activation.${NAMES[outcome]}_text`)}
    >
      {mayResend && (
        <div className="mb-6">
          <ResendActivation hint={t('activation.resend_hint')} variant="primary" />
        </div>
      )}
      <AuthLink to="/auth/login" variant={mayResend ? 'secondary' : 'primary'}>
        {t('activation.login')}
      </AuthLink>
    </AuthCard>
  )
}

export { ActivationPage as Screen }
