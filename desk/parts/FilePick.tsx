import { styled } from '@mui/material/styles'
import type { ChangeEvent, Ref } from 'react'
import { focusRing } from '../theme/shared.ts'

type Props = {
  /** Prefix of the ids: `-legend` names the field, `-note` describes it. */
  id: string
  label: string
  accept?: string
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  onFile: (file: File) => void
}

/** The browser's own file field, drawn as a button. */
export const FilePick = ({ id, label, accept, disabled, inputRef, onFile }: Props) => {
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // Cleared, so that the same file can be chosen again after it was corrected.
    target.value = ''
    if (file) onFile(file)
  }
  return (
    <Pick className="desk-plain">
      <span id={`${id}-pick`}>{label}</span>
      <input
        accept={accept}
        aria-describedby={`${id}-note`}
        aria-labelledby={`${id}-legend ${id}-pick`}
        disabled={disabled}
        onChange={handleChange}
        ref={inputRef}
        type="file"
      />
    </Pick>
  )
}

const Pick = styled('label')({
  position: 'relative',
  '&:focus-within': focusRing,
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' },
})
