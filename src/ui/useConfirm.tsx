import { use, useCallback, useEffect, useId, useRef } from 'react'
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx'
import { QuestionContext } from './QuestionHost.tsx'

/**
 * Asks before an action: `confirm({ title, text, action })`. The next question of the same component replaces its last
 * one, and its removal removes the question.
 */
export function useConfirm(): (question: Question) => void {
  const show = use(QuestionContext)
  const asker = useId()
  const asked = useRef<Question>(undefined)
  useEffect(
    () => () => {
      if (asked.current) show(asker, null)
    },
    [show, asker],
  )
  return useCallback(
    (question) => {
      const close = () => {
        // Compares, so that a later question of the same asker stays.
        if (asked.current === question) show(asker, null)
      }
      asked.current = question
      show(asker, <ConfirmDialog {...question} onClose={close} />)
    },
    [show, asker],
  )
}
