import { Description } from '@headlessui/react'
import { type ReactNode, use, useState } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'
import { WordsContext } from './words.ts'

export type Question = {
  title: string
  /** Becomes the description of the dialog. */
  text: ReactNode
  /** The two buttons; Yes and No by default. */
  yes?: string
  no?: string
  /**
   * Runs after Yes. A promise keeps the button busy, which then ignores clicks, and the dialog open until it is settled;
   * if it resolves to false, the dialog stays open for another attempt.
   */
  action: () => Promise<unknown> | undefined
  /** Elements between the text and the buttons, such as the choice of a new owner. */
  more?: ReactNode
}

export type ConfirmDialogProps = Question & {
  isDisabled?: boolean
  /** Called by No, the header's close button, Escape and the backdrop, and after the action. */
  onClose: () => void
}

/** A question with two buttons; the focus starts on No. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, more, isDisabled, onClose } = props
  const words = use(WordsContext)
  const [isBusy, setIsBusy] = useState(false)
  const handleYes = async () => {
    const running = action()
    if (running) {
      setIsBusy(true)
      const outcome = await running
      setIsBusy(false)
      if (outcome === false) return
    }
    onClose()
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {props.no ?? words.no}
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            disabled={isDisabled}
            onClick={() => void handleYes()}
          >
            {props.yes ?? words.yes}
          </Button>
        </>
      }
    >
      <Description as="div" className="font-sans text-ui leading-relaxed wrap-anywhere">
        {text}
      </Description>
      {more && <div className="mt-5">{more}</div>}
    </Modal>
  )
}
