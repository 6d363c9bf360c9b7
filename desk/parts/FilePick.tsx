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
  /** The id of the input itself, for links to it. */
  fieldId?: string
  /** Several files may be chosen at once; each is passed on. */
  isMultiple?: boolean
  onFile: (file: File) => void
}

/** The browser's own file field, drawn as a button. */
export const FilePick = (props: Props) => {
  const { id, fieldId, label, accept, disabled, inputRef, isMultiple, onFile } = props
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Cleared, so that the same file can be chosen again after it was corrected.
    target.value = ''
    for (const file of files) onFile(file)
  }
  return (
    <Pick className="desk-plain">
      <span id={`${id}-pick`}>{label}</span>
      <input
        accept={accept}
        aria-describedby={`${id}-note`}
        aria-labelledby={`${id}-legend ${id}-pick`}
        disabled={disabled}
        id={fieldId}
        multiple={isMultiple}
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
