import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useRefresh } from 'react-admin'
import { texts } from '../texts.ts'
import { ActButton } from './ActButton.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  /** On the button that opens the dialog, on the one that confirms, and above both. */
  label: string
  /** Whom or what the act is about, for the heading. */
  about?: string
  disabled?: boolean
  isDangerous?: boolean
  isPrimary?: boolean
  shortcut?: string
  /** The question, or the fields of the form. */
  children: ReactNode
  /** Answers the sentence of a refusal; the dialog stays open then with all that was typed. */
  onSure: () => Promise<string>
}

/** A button whose act is asked for once more, in a dialog. */
export const Ask = ({ label, about, children, onSure, ...button }: Props) => {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const isActing = useRef(false)
  const refresh = useRefresh()

  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault()
    // The form of the page, which the button may stand in, is another one.
    event.stopPropagation()
    if (isActing.current) return
    isActing.current = true
    setIsBusy(true)
    const refusal = await onSure()
    isActing.current = false
    setIsBusy(false)
    setProblem(refusal)
    if (refusal === '') setIsOpen(false)
  }
  const handleClose = () => {
    setIsOpen(false)
    // What was refused is not what the page still shows.
    if (problem !== '') refresh()
    setProblem('')
  }
  return (
    <>
      <ActButton {...button} onClick={() => setIsOpen(true)}>
        {label}
      </ActButton>
      {isOpen && (
        <Dialog onClose={handleClose} title={about === undefined ? label : `${label}: ${about}`}>
          <form className="desk-fields" noValidate onSubmit={handleSubmit}>
            {children}
            <p className="desk-problem" role="alert">
              {problem}
            </p>
            <div className="desk-answers">
              <button className="desk-plain" onClick={handleClose} type="button">
                {texts.back}
              </button>
              <button className="desk-primary" disabled={isBusy} type="submit">
                {label}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
