import { Description } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Modal, type ModalProps } from './Modal.tsx'

export type ConfirmDialogProps = Pick<ModalProps, 'open' | 'title' | 'closeLabel'> & {
  /** The question; it becomes the dialog's description. */
  message: ReactNode
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  /** Called by the cancel button, the header's close button, Escape and the backdrop. */
  onCancel: () => void
  /** Shows a pending call in the confirm button, which then ignores clicks. */
  isBusy?: boolean
  isConfirmDisabled?: boolean
  /** Controls between the question and the buttons, such as the choice of a new owner. */
  children?: ReactNode
}

/** A question with two buttons; the focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, closeLabel, message, onCancel, children } = props
  return (
    <Modal
      open={open}
      onClose={onCancel}
      title={title}
      closeLabel={closeLabel}
      size="small"
      footer={
        <>
          <Button onClick={onCancel} data-autofocus>
            {props.cancelLabel}
          </Button>
          <Button
            variant="danger"
            busy={props.isBusy ?? false}
            disabled={props.isConfirmDisabled}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <Description as="div" className="font-sans text-ui leading-relaxed wrap-anywhere">
        {message}
      </Description>
      {children && <div className="mt-5">{children}</div>}
    </Modal>
  )
}
