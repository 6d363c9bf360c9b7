import { type ReactNode, useState } from 'react'
import { t } from '../i18n.ts'
import { type Asked, ConfirmDialog } from './ConfirmDialog.tsx'
import { DialogField } from './Dialog.tsx'

export type ButtonProps = {
  disabled?: boolean
  isPrimary?: boolean
  isDangerous?: boolean
  /** The key that clicks the button, see `useShortcuts`. */
  shortcut?: string
}
type Props = ButtonProps & { children: ReactNode; onClick: () => unknown }

/**
 * A button with a text at every width; react-admin's own shrinks to an icon on small screens. It keeps the focus
 * while it is disabled: a native `disabled` would lose it in the middle of an action.
 */
export const ActionButton = (props: Props) => {
  const { children, onClick, disabled, isPrimary, isDangerous, shortcut } = props
  return (
    <button
      aria-disabled={disabled}
      aria-keyshortcuts={shortcut}
      className={isPrimary ? 'desk-primary' : isDangerous ? 'desk-plain desk-danger' : 'desk-plain'}
      onClick={(event) => {
        // The row around a button opens on a click.
        event.stopPropagation()
        if (!disabled) void onClick()
      }}
      type="button"
    >
      {children}
    </button>
  )
}

type ConfirmProps = ButtonProps & Omit<Asked, 'onClose'>

export const ConfirmButton = ({ disabled, isPrimary, shortcut, ...asked }: ConfirmProps) => {
  const { label, isDangerous } = asked
  const button = { disabled, isPrimary, isDangerous, shortcut }
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton {...button} onClick={() => setIsOpen(true)}>
        {label}
      </ActionButton>
      {isOpen && <ConfirmDialog {...asked} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export const REASON_MAX = 2000

type ReasonProps = ButtonProps &
  Pick<Asked, 'label' | 'title' | 'text' | 'keep' | 'children'> & {
    /** Label of the field, note below it, and message without a reason, where the usual ones do not fit. */
    field?: string
    note?: string
    missing?: string
    /** The message while a field of the children is blank; else ''. */
    gap?: string
    /** Returns the message of a refusal, '' after a success. */
    onReason: (reason: string) => Promise<string>
  }

/** A button whose action needs a reason, which is typed in a dialog. */
export const ReasonButton = ({
  field = t('reason'),
  note = t('reason_sent'),
  missing = t('reason_missing'),
  gap = '',
  isDangerous = true,
  onReason,
  children,
  ...button
}: ReasonProps) => {
  const [reason, setReason] = useState('')

  const handleConfirm = async () => {
    if (gap !== '' || reason.trim() === '') return gap || missing
    const problem = await onReason(reason.trim())
    if (problem === '') setReason('')
    return problem
  }
  return (
    <ConfirmButton {...button} isDangerous={isDangerous} onConfirm={handleConfirm}>
      {children}
      <DialogField
        label={field}
        maxLength={REASON_MAX}
        note={note}
        onChange={setReason}
        rows={4}
        value={reason}
      />
    </ConfirmButton>
  )
}

type MomentProps = ButtonProps &
  Pick<Asked, 'label' | 'title' | 'text' | 'children'> & {
    /** Label of the field, and message without a time. */
    field: string
    missing: string
    /** Returns the message of a refusal, '' after a success. */
    onMoment: (at: string) => Promise<string>
  }

/** A button whose action needs a time, which is chosen in a dialog. */
export const MomentButton = ({ field, missing, onMoment, children, ...button }: MomentProps) => {
  const [time, setTime] = useState('')
  const handleConfirm = async () => (time === '' ? missing : onMoment(new Date(time).toISOString()))
  return (
    <ConfirmButton {...button} onConfirm={handleConfirm}>
      <DialogField label={field} onChange={setTime} type="datetime-local" value={time} />
      {children}
    </ConfirmButton>
  )
}
