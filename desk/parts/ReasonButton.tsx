import { useState } from 'react'
import { t } from '../i18n.ts'
import { type ButtonProps, ConfirmButton } from './ActionButton.tsx'
import type { Asked } from './ConfirmDialog.tsx'
import { DialogField } from './Dialog.tsx'

export const REASON_MAX = 2000

type Props = ButtonProps &
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
}: Props) => {
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
