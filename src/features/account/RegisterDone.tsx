import { useTranslation } from 'react-i18next'
import { AuthLink } from './AuthLink.tsx'
import { ResendActivation } from './ResendActivation.tsx'

type Props = { email: string; mayResend: boolean }

/** After a registration: the mail with the activation link. */
export function RegisterDone({ email, mayResend }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <p role="status" className="font-body wrap-anywhere">
        {t('register.done_text', { email })}
      </p>
      {mayResend && (
        <div className="mt-6 border-t border-line pt-5">
          <ResendActivation hint={t('register.done_hint')} email={email} />
        </div>
      )}
      <div className="mt-4">
        <AuthLink to="/auth/login" email={email}>
          {t('register.login')}
        </AuthLink>
      </div>
    </>
  )
}
