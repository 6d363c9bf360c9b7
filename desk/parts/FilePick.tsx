import { styled } from '@mui/material/styles'
import { type ChangeEvent, type Ref, useId } from 'react'
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
  /** A folder is chosen, with all that is in it. */
  isFolder?: boolean
} & (
  | { onFile: (file: File) => void; onFiles?: undefined }
  | { onFile?: undefined; onFiles: (files: readonly File[]) => void }
)

/** Browsers know it, and the types of React do not. */
const FOLDER = { webkitdirectory: '' }

/** The browser's own file field, drawn as a button. */
export const FilePick = (props: Props) => {
  const { id, fieldId, label, accept, disabled, inputRef, isMultiple, isFolder } = props
  const { onFile, onFiles } = props
  const pick = useId()
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(target.files ?? [])]
    // Cleared, so that the same file can be chosen again after it was corrected.
    target.value = ''
    for (const file of files) onFile?.(file)
    if (files.length > 0) onFiles?.(files)
  }
  return (
    <Pick className="desk-plain">
      <span id={pick}>{label}</span>
      <input
        accept={accept}
        aria-describedby={`${id}-note`}
        aria-labelledby={`${id}-legend ${pick}`}
        disabled={disabled}
        id={fieldId}
        multiple={isMultiple || isFolder}
        onChange={handleChange}
        ref={inputRef}
        type="file"
        {...(isFolder && FOLDER)}
      />
    </Pick>
  )
}

const Pick = styled('label')({
  position: 'relative',
  '&:focus-within': focusRing,
  '& input': { position: 'absolute', inset: 0, opacity: 0, cursor: 'pointer' },
})
