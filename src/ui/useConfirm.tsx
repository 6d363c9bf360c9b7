import { type ReactNode, use, useCallback, useEffect, useId, useRef } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'
import { QuestionContext } from './QuestionHost.tsx'

type Dialog = (close: () => void) => ReactNode

/** Shows a dialog. The next one of the same component replaces its last one, and its removal removes the dialog. */
export function useDialog(): (dialog: Dialog) => void {
  const show = use(QuestionContext)
  const asker = useId()
  const asked = useRef<Dialog>(undefined)
  useEffect(
    () => () => {
      if (asked.current) show(asker, null)
    },
    [show, asker],
  )
  return useCallback(
    (dialog) => {
      const close = () => {
        // Compares, so that a later dialog of the same asker stays.
        if (asked.current === dialog) show(asker, null)
      }
      asked.current = dialog
      show(asker, dialog(close))
    },
    [show, asker],
  )
}

/** Asks before an action: `confirm({ title, text, action })`. */
export function useConfirm(): (question: Question) => void {
  const show = useDialog()
  return useCallback(
    (question) => show((close) => <ConfirmDialog {...question} onClose={close} />),
    [show],
  )
}
