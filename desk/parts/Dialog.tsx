import { useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../i18n.ts'
import type { Elements } from './elements.ts'

type Props = { title: string; onClose: () => void; children: Elements; isWide?: boolean }

/** The browser's own dialog: it keeps the focus inside and gives it back. Render it only while it is open. */
export const Dialog = ({ title, onClose, children, isWide }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // The dialog is closed before it is unmounted; otherwise the focus would be lost.
    return () => shown?.close()
  }, [])

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks from the row that the dialog was opened in
    <dialog
      aria-labelledby={heading}
      className={isWide ? 'desk-dialog desk-dialog-wide' : 'desk-dialog'}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.stopPropagation()}
      ref={dialog}
    >
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>,
    document.body,
  )
}

type ButtonsProps = { label: string; problem: string; isBusy?: boolean; onBack: () => void }

/** The end of a form in a dialog: the message of a refusal, and the buttons to go back and to submit. */
export const DialogButtons = ({ label, problem, isBusy, onBack }: ButtonsProps) => (
  <>
    <p className="desk-problem" role="alert">
      {problem}
    </p>
    <div className="desk-buttons">
      <button className="desk-plain" onClick={onBack} type="button">
        {t('back')}
      </button>
      <button aria-disabled={isBusy} className="desk-primary" type="submit">
        {label}
      </button>
    </div>
  </>
)
