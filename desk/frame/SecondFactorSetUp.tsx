import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useAuthProvider } from 'react-admin'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { QrCode } from '#kit/QrCode.tsx'
import { useCopying } from '#kit/useCopying.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import type { Elements } from '../parts/elements.ts'
import { messageOf, useSingleCall } from '../parts/useAction.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import type { DeskAuthProvider } from '../session/authProvider.ts'

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void }

/** Shows the codes, this once. Leaving the page asks for confirmation. */
const RecoveryCodes = ({ codes, onKept }: RecoveryCodesProps) => {
  const [isKept, setIsKept] = useState(false)
  const text = `${codes.join('\n')}\n`
  const { isCopied, copy } = useCopying(text)
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  useUnloadWarning(!isKept)
  // Runs after the unload warning is off, which would block the navigation that follows.
  useEffect(() => {
    if (isKept) onKept()
  }, [isKept, onKept])
  return (
    <>
      <FocusedHeading level={2}>{t('second_step.codes')}</FocusedHeading>
      <p>{t('second_step.codes_text')}</p>
      <ul aria-label={t('second_step.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="desk-actions">
        <ActionButton onClick={copy}>{t('second_step.copy')}</ActionButton>
        <a className="desk-plain" download="discordia-recovery-codes.txt" href={file}>
          {t('second_step.download')}
        </a>
      </div>
      <p role="status">
        {isCopied !== null && t(isCopied ? 'second_step.copied' : 'second_step.not_copied')}
      </p>
      <ActionButton isPrimary onClick={() => setIsKept(true)}>
        {t('second_step.kept')}
      </ActionButton>
    </>
  )
}

type CodeFormProps = {
  id: string
  label: string
  submit: string
  /** Why there is no code to type. */
  problem?: string
  isReady?: boolean
  onCheck: (code: string) => Promise<void>
  /** Clears what was typed, for another code. */
  children: (clear: () => void) => Elements
}

/** A field for a code: a wrong one is typed over. */
export const CodeForm = ({ id, label, submit, onCheck, children, ...state }: CodeFormProps) => {
  const { isReady = true } = state
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const { run: check, isBusy } = useSingleCall(async () => {
    setProblem('')
    try {
      await onCheck(code)
    } catch (error) {
      setProblem(messageOf(error))
      field.current?.select()
    }
  })
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isReady) void check()
  }
  const clear = () => {
    setProblem('')
    setCode('')
    field.current?.focus()
  }
  return (
    <form className="desk-fields" onSubmit={handleSubmit}>
      <label htmlFor={id}>{label}</label>
      <input
        aria-describedby={`${id}-problem`}
        autoComplete="one-time-code"
        id={id}
        inputMode="numeric"
        maxLength={40}
        name={id}
        onChange={(event) => setCode(event.target.value)}
        ref={field}
        required
        value={code}
      />
      <p className="desk-problem" id={`${id}-problem`} role="alert">
        {problem || state.problem}
      </p>
      <button className="desk-primary" disabled={isBusy || !isReady} type="submit">
        {submit}
      </button>
      {children(clear)}
    </form>
  )
}

type Props = {
  onDone: () => void
  /** Back to the login. */
  onLeave: () => Promise<void>
}

/** The desk needs a second step: staff set it up after the first login with the password. */
export const SecondFactorSetUp = ({ onDone, onLeave }: Props) => {
  const auth = useAuthProvider<DeskAuthProvider>()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const started = useStartedSetUp(auth)
  if (codes !== null) return <RecoveryCodes codes={codes} onKept={onDone} />
  return (
    <>
      <FocusedHeading level={2}>{t('second_step.heading')}</FocusedHeading>
      <p>{t('second_step.intro')}</p>
      <Secret started={started} />
      <CodeForm
        id="code"
        isReady={started.data !== undefined}
        label={t('second_step.code')}
        onCheck={async (code) => setCodes((await auth?.confirmSecondFactor(code)) ?? null)}
        submit={t('second_step.turn_on')}
      >
        {() => <LeaveButton onLeave={onLeave} />}
      </CodeForm>
    </>
  )
}

export const LeaveButton = ({ onLeave }: Pick<Props, 'onLeave'>) => (
  <ActionButton onClick={onLeave}>{t('second_step.leave')}</ActionButton>
)

const Secret = ({ started }: { started: ReturnType<typeof useStartedSetUp> }) => (
  <>
    {started.data && (
      <>
        <QrCode label={t('second_step.qr')} text={started.data.url} />
        <p>
          {t('second_step.by_hand')}{' '}
          <code>{started.data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </>
    )}
    {started.error && (
      <>
        <p className="desk-problem" role="alert">
          {messageOf(started.error)}
        </p>
        <ActionButton onClick={started.refetch}>{t('second_step.retry')}</ActionButton>
      </>
    )}
  </>
)

/** Started once: each start makes a new secret, and the one that the phone has scanned must stay valid. */
const useStartedSetUp = (auth: DeskAuthProvider | undefined) =>
  useQuery({
    queryKey: ['second-factor'],
    queryFn: () => auth?.startSecondFactor() ?? Promise.reject(new Error()),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
