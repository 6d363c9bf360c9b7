import { Description } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Modal } from './Modal.tsx'

export type ConfirmDialogProps = {
  open: boolean
  title: string
  /** The question; it becomes the dialog's description. */
  message: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  onConfirm: () => void
  /** The cancel button, the header's close button, Escape and the backdrop. */
  onCancel: () => void
  /** While the call is pending the confirm button shows it and ignores clicks. */
  isBusy?: boolean
  isConfirmDisabled?: boolean
  /** Controls between the question and the buttons, such as the choice of a new owner. */
  children?: ReactNode
}

/** A question with two buttons; the focus starts on Cancel. */
export function ConfirmDialog({
  open,
  title,
  message,
  confirmLabel,
  cancelLabel,
  closeLabel,
  onConfirm,
  onCancel,
  isBusy = false,
  isConfirmDisabled = false,
  children,
}: ConfirmDialogProps) {
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
            {cancelLabel}
          </Button>
          <Button variant="danger" busy={isBusy} disabled={isConfirmDisabled} onClick={onConfirm}>
            {confirmLabel}
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
