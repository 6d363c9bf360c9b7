import { FormattedArea } from '#src/ui/FormattedArea.tsx'
import type { TextAreaProps } from '#src/ui/TextField.tsx'
import { useEditorParts } from './useEditorParts.ts'

/** A field of a text with light formatting. */
export const FormattedText = (props: TextAreaProps) => (
  <FormattedArea {...props} parts={useEditorParts()} />
)
