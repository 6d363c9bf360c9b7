import { useEffect, useState } from 'react'
import { t } from '../i18n.ts'
import { useUnloadWarning } from '../parts/useUnloadWarning.ts'
import { useFocusOnShow } from './useFocusOnShow.ts'

type Props = { codes: readonly string[]; onKept: () => void }

/** Shows the codes, this once. Leaving the page asks for confirmation. */
export const RecoveryCodes = ({ codes, onKept }: Props) => {
  const heading = useFocusOnShow<HTMLHeadingElement>()
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const [isKept, setIsKept] = useState(false)
  const text = `${codes.join('\n')}\n`
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
  useUnloadWarning(!isKept)
  // Runs after the unload warning is off, which would block the navigation that follows.
  useEffect(() => {
    if (isKept) onKept()
  }, [isKept, onKept])
  const handleCopy = async () => {
    setIsCopied(null)
    // `navigator.clipboard` is undefined without TLS.
    const write = async () => navigator.clipboard.writeText(text)
    setIsCopied(
      await write().then(
        () => true,
        () => false,
      ),
    )
  }
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('second_step.codes')}
      </h2>
      <p>{t('second_step.codes_text')}</p>
      <ul aria-label={t('second_step.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="desk-actions">
        <button className="desk-plain" onClick={() => void handleCopy()} type="button">
          {t('second_step.copy')}
        </button>
        <a className="desk-plain" download="discordia-recovery-codes.txt" href={file}>
          {t('second_step.download')}
        </a>
      </div>
      <p role="status">
        {isCopied !== null && t(isCopied ? 'second_step.copied' : 'second_step.not_copied')}
      </p>
      <button className="desk-primary" onClick={() => setIsKept(true)} type="button">
        {t('second_step.kept')}
      </button>
    </>
  )
}
