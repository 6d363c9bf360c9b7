import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useAuthProvider, useLogin } from 'react-admin'
import { useLocation } from 'react-router'
import type { DeskSession } from '#contract/account.ts'
import { MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from '#contract/security.ts'
import type { SetUpStep } from '#contract/sets.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { t } from '../i18n.ts'
import { messageOf, useSingleCall } from '../parts/useAction.ts'
import { type DeskAuthProvider, type LoginBy, SetUpNeeded } from '../session/authProvider.ts'
import { hasOwnMark } from './deskTitle.ts'
import { LoginForm } from './LoginForm.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { CodeForm, LeaveButton, SecondFactorSetUp } from './SecondFactorSetUp.tsx'

type MailCodeProps = {
  /** A code is on its way already, from before the page was loaded again. */
  isSent: boolean
  onDone: () => void
  /** Back to the login. */
  onLeave: () => Promise<void>
}

/** Mailed code that proves, before staff set up their second step, that the account is theirs. */
const MailCode = ({ isSent, onDone, onLeave }: MailCodeProps) => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const sending = useSending(isSent)
  return (
    <>
      <FocusedHeading level={2}>{t('mail_code.heading')}</FocusedHeading>
      <p>{t('mail_code.intro')}</p>
      <p role="status">{sentText(sending.times)}</p>
      <CodeForm
        id="mail-code"
        label={t('mail_code.code')}
        onCheck={async (code) => {
          await auth?.checkMailCode(code)
          onDone()
        }}
        problem={sending.problem}
        submit={t('mail_code.submit')}
      >
        {(clear) => (
          <>
            <button
              className="desk-plain"
              disabled={sending.isBusy}
              onClick={() => {
                void sending.run()
                clear()
              }}
              type="button"
            >
              {t('mail_code.again')}
            </button>
            <LeaveButton onLeave={onLeave} />
          </>
        )}
      </CodeForm>
    </>
  )
}

function sentText(times: number): string {
  if (times > 1) return t('mail_code.sent_again')
  if (times === 0) return ''
  return t('mail_code.sent', { digits: MAIL_CODE_DIGITS, minutes: MAIL_CODE_MINUTES })
}

/** Sends the first code by itself, once. */
function useSending(isSent: boolean) {
  const auth = useAuthProvider<DeskAuthProvider>()
  const [problem, setProblem] = useState('')
  const [times, setTimes] = useState(isSent ? 1 : 0)
  const isBegun = useRef(isSent)
  const { run, isBusy } = useSingleCall(async () => {
    setProblem('')
    try {
      await auth?.sendMailCode()
      setTimes((count) => count + 1)
    } catch (error) {
      setProblem(messageOf(error))
    }
  })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void run()
  }, [run])
  return { run, isBusy, problem, times }
}

type Props = { onLogin: () => Promise<unknown>; onLeave: () => Promise<void> }

/** The password was right, and the account has a passkey: the password alone opens nothing. */
const PasskeyNeeded = ({ onLogin, onLeave }: Props) => (
  <>
    <FocusedHeading level={2}>{t('mail_code.passkey_heading')}</FocusedHeading>
    <p>{t('mail_code.passkey_text')}</p>
    <PasskeyButton onLogin={onLogin} />
    <div className="desk-fields">
      <LeaveButton onLeave={onLeave} />
    </div>
  </>
)

export const LoginPage = () => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const enter = useLogin()
  const [setUp, setSetUp] = useState<SetUpStep | null>(null)
  const [notSetUp, setNotSetUp] = useState<DeskSession['not_set_up']>(null)
  // react-admin stores the page that redirected to the login.
  const wanted = (useLocation().state as { nextPathname?: string } | null)?.nextPathname ?? '/'
  // A page that is loaded again during the set-up goes on with it.
  useEffect(() => {
    auth?.setUpStep().then(setSetUp, () => undefined)
    auth?.notSetUp().then(setNotSetUp, () => undefined)
  }, [auth])
  const logIn = (by: LoginBy): Promise<unknown> =>
    enter(by).catch((error: unknown) => {
      if (!(error instanceof SetUpNeeded)) throw error
      setSetUp(error.step)
    })
  const handleLeave = async () => {
    await auth?.leave()
    setSetUp(null)
  }
  return (
    <Page>
      <Card>
        {hasOwnMark() ? (
          <img alt="" className="own" height={56} src="/icons/favicon.svg" width={56} />
        ) : (
          <img alt="" height={56} src="/icons/mark-ink.svg" width={56} />
        )}
        <h1>{t('login.heading')}</h1>
        {setUp === 'passkey' && (
          <PasskeyNeeded onLeave={handleLeave} onLogin={() => logIn('passkey')} />
        )}
        {(setUp === 'send' || setUp === 'code') && (
          <MailCode
            isSent={setUp === 'code'}
            onDone={() => setSetUp('app')}
            onLeave={handleLeave}
          />
        )}
        {setUp === 'app' && (
          // The whole desk is loaded with the session that is complete now.
          <SecondFactorSetUp onDone={() => window.location.assign(wanted)} onLeave={handleLeave} />
        )}
        {notSetUp !== null && <NotSetUp from={notSetUp} />}
        {setUp === null && notSetUp === null && (
          <>
            <p>{t('login.intro')}</p>
            <LoginForm onLogin={logIn} />
            <PasskeyButton onLogin={() => logIn('passkey')} />
          </>
        )}
      </Card>
    </Page>
  )
}

const NotSetUp = ({ from }: { from: NonNullable<DeskSession['not_set_up']> }) => (
  <>
    <h2>{t('login.not_set_up')}</h2>
    <p>{t('login.not_set_up_text')}</p>
    {from === 'here' && <p>{t('login.not_set_up_here')}</p>}
  </>
)

const Page = styled('main')({
  display: 'grid',
  placeItems: 'center',
  boxSizing: 'border-box',
  minHeight: '100vh',
  padding: '16px 0',
  background: 'var(--bar)',
})

const Card = styled('div')({
  boxSizing: 'border-box',
  width: 'min(400px, 92vw)',
  padding: 32,
  borderRadius: 6,
  background: 'var(--paper)',
  '& > img:not(.own)': { filter: 'var(--mark-filter)' },
  '& h1, & p': { margin: 0 },
  '& h2': { margin: '16px 0 8px', fontSize: 22 },
  '& h2 + p': { marginBottom: 12 },
  '& h1 + p': { marginBottom: 16 },
  '& svg': { display: 'block' },
  '& svg, & [role="status"]': { margin: '16px 0' },
  '& form': { marginTop: 16 },
  '& .desk-fields + .desk-fields': { marginTop: 6 },
})
