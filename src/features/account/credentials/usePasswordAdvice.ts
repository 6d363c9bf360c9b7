import { useEffect, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { savesData } from '#src/platform/savesData.ts'

type AdviceOn = (password: string, known: readonly string[]) => MessageKey | null

/** After the last key. */
const PAUSE_MS = 300
const SEPARATOR = '\n'

/**
 * Advice for the field of a new password, which never stops anybody. Its dictionary is fetched when the field gets the
 * focus; without it there is no advice, nor for visitors who save data.
 * @returns `advice`: undefined before the dictionary is there, null without any
 */
export function usePasswordAdvice(password: string, known: readonly string[] = []) {
  const [adviceOn, setAdviceOn] = useState<AdviceOn | null>(null)
  const [advice, setAdvice] = useState<MessageKey | null>()
  const knownTexts = known.join(SEPARATOR)

  useEffect(() => {
    if (!adviceOn) return
    const advise = () => setAdvice(adviceOn(password, knownTexts.split(SEPARATOR)))
    const timer = setTimeout(advise, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [adviceOn, password, knownTexts])

  const handleFocus = () => {
    if (adviceOn || savesData()) return
    import(/* webpackChunkName: "password-advice" */ './passwordAdvice.ts').then(
      (chunk) => setAdviceOn(() => chunk.adviceOn),
      () => undefined,
    )
  }
  return { advice, onFocus: handleFocus }
}
