import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type EditorParts, useTextEditor } from '#kit/textEditor.tsx'
import { announces } from '#src/platform/page.ts'
import { formattingApi } from '#src/store/formatting/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { controlClasses, joined } from '../../ui/look.ts'
import { TextArea, type TextAreaProps } from '../../ui/TextField.tsx'
import { IMAGE_TYPES, imageProblem } from './pictureRules.ts'

const tool = controlClasses('quiet', 'icon')
const classNames = {
  bar: 'flex flex-wrap rounded-t border border-b-0 border-field bg-current/4',
  tool,
  idleTool: joined(tool, 'opacity-60'),
}

function useEditorParts(): EditorParts {
  const { t } = useTranslation()
  const [addPicture] = formattingApi.useAddTextPictureMutation()
  const send = async (file: File) => {
    const problem = imageProblem(file)
    if (problem !== null) return { problem: t(problem) }
    const { data, error } = await addPicture(file)
    return data ?? { problem: refusalText(error, t, 'editor.picture_failed') ?? '' }
  }
  return {
    say: (text) => t(`editor.${text}`),
    tooLongText: t('editor.too_long'),
    picture: announces('text_pictures') ? { accept: IMAGE_TYPES.join(','), send } : null,
    classNames,
  }
}

export function FormattedText(props: Omit<TextAreaProps, 'ref'>) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { note, toolbar, events } = useTextEditor(() => field.current, useEditorParts())
  return <TextArea {...props} {...events} ref={field} note={note} toolbar={toolbar} />
}
