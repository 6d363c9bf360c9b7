import { type SyntheticEvent, useState } from 'react'
import { useRefresh } from 'react-admin'
import { Dialog, DialogButtons } from './Dialog.tsx'
import type { Elements } from './elements.ts'
import { useSingleCall } from './useSingleCall.ts'

type Props = {
  /** Label of the button that confirms, and heading of the dialog unless `title` is set. */
  label: string
  title?: string
  question?: string
  /** Further fields of the form. */
  children?: Elements
  /** Returns the message of a refusal, with which the dialog stays open and keeps what was typed; '' closes it. */
  onConfirm: () => Promise<string>
  onClose: () => void
}

/** Render it only while it is open. */
export const ConfirmDialog = (props: Props) => {
  const { label, title = label, question, children, onConfirm, onClose } = props
  const [problem, setProblem] = useState('')
  const refresh = useRefresh()
  const { run: confirm, isBusy } = useSingleCall(async () => {
    const refusal = await onConfirm()
    setProblem(refusal)
    if (refusal === '') onClose()
  })

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Events bubble through the portal into the form of the page.
    event.stopPropagation()
    void confirm()
  }
  const handleClose = () => {
    // A refusal may mean that the page shows old data.
    if (problem !== '') refresh()
    onClose()
  }
  return (
    <Dialog onClose={handleClose} title={title}>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        {question && <p>{question}</p>}
        {children}
        <DialogButtons isBusy={isBusy} label={label} onBack={handleClose} problem={problem} />
      </form>
    </Dialog>
  )
}
