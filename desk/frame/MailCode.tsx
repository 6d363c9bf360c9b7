import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useAuthProvider } from 'react-admin'
import { MAIL_CODE_DIGITS, MAIL_CODE_MINUTES } from '#contract/security.ts'
import { t } from '../i18n.ts'
import type { Elements } from '../parts/elements.ts'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'
import type { DeskAuthProvider } from '../session/authProvider.ts'
import { useFocusOnShow } from './useFocusOnShow.ts'

type Props = {
  /** A code is on its way already, from before the page was loaded again. */
  isSent: boolean
  onDone: () => void
  /** Back to the login. */
  onLeave: () => Promise<void>
}

/** Mailed code that proves, before staff set up their second step, that the account is theirs. */
export const MailCode = ({ isSent, onDone, onLeave }: Props) => {
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const sending = useSending(isSent)
  const { times } = sending
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('mail_code.heading')}
      </h2>
      <p>{t('mail_code.intro')}</p>
      <p role="status">{sentText(times)}</p>
      <CodeForm onDone={onDone} sending={sending}>
        <button className="desk-plain" onClick={() => void onLeave()} type="button">
          {t('second_step.leave')}
        </button>
      </CodeForm>
    </>
  )
}

function sentText(times: number): string {
  if (times > 1) return t('mail_code.sent_again')
  if (times === 0) return ''
  return t('mail_code.sent', { digits: MAIL_CODE_DIGITS, minutes: MAIL_CODE_MINUTES })
}

type CodeFormProps = {
  sending: ReturnType<typeof useSending>
  onDone: () => void
  /** Further buttons. */
  children: Elements
}

const CodeForm = ({ sending, onDone, children }: CodeFormProps) => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const { run: check, isBusy } = useSingleCall(async () => {
    setProblem('')
    try {
      await auth?.checkMailCode(code)
      onDone()
    } catch (error) {
      setProblem(messageOf(error))
      field.current?.select()
    }
  })
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void check()
  }
  const handleAgain = () => {
    setProblem('')
    setCode('')
    void sending.run()
    field.current?.focus()
  }
  return (
    <form className="desk-fields" onSubmit={handleSubmit}>
      <label htmlFor="mail-code">{t('mail_code.code')}</label>
      <input
        aria-describedby="mail-code-problem"
        autoComplete="one-time-code"
        id="mail-code"
        inputMode="numeric"
        maxLength={40}
        name="mail-code"
        onChange={(event) => setCode(event.target.value)}
        ref={field}
        required
        value={code}
      />
      <p className="desk-problem" id="mail-code-problem" role="alert">
        {problem || sending.problem}
      </p>
      <button className="desk-primary" disabled={isBusy} type="submit">
        {t('mail_code.submit')}
      </button>
      <button className="desk-plain" disabled={sending.isBusy} onClick={handleAgain} type="button">
        {t('mail_code.again')}
      </button>
      {children}
    </form>
  )
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
