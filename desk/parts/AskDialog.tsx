import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { useRefresh } from 'react-admin'
import { t } from '../i18n.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  /** On the button that confirms, and above the question unless `title` says more. */
  label: string
  title?: string
  /** The question, or the fields of the form. */
  children: ReactNode
  /** Answers the sentence of a refusal; the dialog stays open then with all that was typed. */
  onSure: () => Promise<string>
  onClose: () => void
}

/** Asks before something happens. Draw it only while it is open. */
export const AskDialog = ({ label, title = label, children, onSure, onClose }: Props) => {
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
    if (refusal === '') onClose()
  }
  const handleClose = () => {
    // What was refused is not what the page still shows.
    if (problem !== '') refresh()
    onClose()
  }
  return (
    <Dialog onClose={handleClose} title={title}>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        {children}
        <p className="desk-problem" role="alert">
          {problem}
        </p>
        <div className="desk-answers">
          <button className="desk-plain" onClick={handleClose} type="button">
            {t('back')}
          </button>
          <button aria-disabled={isBusy} className="desk-primary" type="submit">
            {label}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
