import { type ReactNode, use, useCallback, useEffect, useId, useRef, useState } from 'react'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { QuestionContext } from './QuestionHost.tsx'
import { WordsContext } from './words.ts'

export type Question = {
  title: string
  /** Becomes the description of the dialog. */
  text: ReactNode
  /** The two buttons; Yes and No by default. */
  yes?: string
  no?: string
  /** Runs after Yes and before the dialog closes; the button is busy meanwhile. */
  action?: () => Promise<unknown>
}

/**
 * Asks before an action: `if (await confirm({ title, text })) …`. False for No, Escape, the backdrop, and when the
 * asking component is unmounted, which removes its question.
 */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const show = use(QuestionContext)
  const asker = useId()
  const settle = useRef<(isSure: boolean) => void>(undefined)
  useEffect(() => () => settle.current?.(false), [])
  return useCallback(
    (question) =>
      new Promise((resolve) => {
        settle.current?.(false)
        const handleSettled = (isSure: boolean) => {
          // Compares, so that a later question of the same asker stays.
          if (settle.current === handleSettled) show(asker, null)
          resolve(isSure)
        }
        settle.current = handleSettled
        show(asker, <Asked question={question} onSettled={handleSettled} />)
      }),
    [show, asker],
  )
}

type AskedProps = { question: Question; onSettled: (isSure: boolean) => void }

function Asked({ question, onSettled }: AskedProps) {
  const words = use(WordsContext)
  const [isBusy, setIsBusy] = useState(false)
  const handleYes = async () => {
    if (question.action) {
      setIsBusy(true)
      await question.action()
    }
    onSettled(true)
  }
  return (
    <ConfirmDialog
      open
      title={question.title}
      message={question.text}
      confirmLabel={question.yes ?? words.yes}
      cancelLabel={question.no ?? words.no}
      isBusy={isBusy}
      onConfirm={() => void handleYes()}
      onCancel={() => onSettled(false)}
    />
  )
}
