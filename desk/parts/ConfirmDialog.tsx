import { type SyntheticEvent, useState } from 'react'
import { useRefresh } from 'react-admin'
import { Dialog, DialogButtons } from './Dialog.tsx'
import type { Elements } from './elements.ts'
import { useSingleCall } from './useAction.ts'

export type Asked = {
  /** Label of the button that opens the dialog, and of the one that confirms unless `confirm` is set. */
  label: string
  confirm?: string
  /** The question, with the name of the person or thing that it is about. */
  title: string
  /** What the action means. */
  text?: string
  /** Label of the button that changes nothing, where there is a word for what is kept. */
  keep?: string
  isDangerous?: boolean
  /** Further fields of the form. */
  children?: Elements
  /** Returns the message of a refusal, with which the dialog stays open and keeps what was typed; '' closes it. */
  onConfirm: () => Promise<string>
  onClose: () => void
}

/** Render it only while it is open. */
export const ConfirmDialog = (props: Asked) => {
  const { label, confirm = label, title, text, keep, isDangerous, children } = props
  const { onConfirm, onClose } = props
  const [problem, setProblem] = useState('')
  const refresh = useRefresh()
  const { run: send, isBusy } = useSingleCall(async () => {
    const refusal = await onConfirm()
    setProblem(refusal)
    if (refusal === '') onClose()
  })

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    // Events bubble through the portal into the form of the page.
    event.stopPropagation()
    void send()
  }
  const handleClose = () => {
    // A refusal may mean that the page shows old data.
    if (problem !== '') refresh()
    onClose()
  }
  return (
    <Dialog onClose={handleClose} title={title}>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        {text && <p>{text}</p>}
        {children}
        <DialogButtons
          isBusy={isBusy}
          isDangerous={isDangerous}
          keep={keep}
          label={confirm}
          onBack={handleClose}
          problem={problem}
        />
      </form>
    </Dialog>
  )
}
