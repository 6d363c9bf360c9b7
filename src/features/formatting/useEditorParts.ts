import { useTranslation } from 'react-i18next'
import { TEXT_COMMANDS, type TextCommand } from '#shared/textEditing.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { useAddTextPictureMutation } from '#src/store/formatting/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import type { EditorParts } from '#src/ui/FormattedArea.tsx'
import { IMAGE_TYPES, imageProblem } from './pictureRules.ts'

/** Props of `FormattedArea` that all texts with light formatting share. */
export function useEditorParts(): EditorParts {
  const { t } = useTranslation()
  const [addPicture] = useAddTextPictureMutation()
  const send = async (file: File) => {
    const problem = imageProblem(file)
    if (problem !== null) return { problem: t(problem) }
    const { data, error } = await addPicture(file)
    return data ?? { problem: t(refusalText(error, 'editor.picture_failed')) }
  }
  return {
    label: t('editor.label'),
    commands: Object.fromEntries(
      TEXT_COMMANDS.map((command) => [command, t(`editor.${command}`)]),
    ) as Record<TextCommand, string>,
    words: {
      column: t('editor.new_column'),
      callout: t('editor.new_callout'),
      link: t('editor.new_link'),
      alt: t('editor.new_alt'),
    },
    tooLongText: t('editor.too_long'),
    picture: announces('text_pictures')
      ? {
          label: t('editor.picture'),
          accept: IMAGE_TYPES.join(','),
          sendingText: t('editor.picture_sending'),
          send,
        }
      : null,
  }
}
