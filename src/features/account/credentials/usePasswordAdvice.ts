import { useEffect, useState } from 'react'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { savesData } from '#src/platform/savesData.ts'

type AdviceOn = (password: string, known: readonly string[]) => MessageKey | null

/** Pause after the last key before the password is checked. */
const PAUSE_MS = 300
const SEPARATOR = '\n'

/**
 * Advice for the field of a new password; it blocks no submission. Its dictionary is fetched when the field gets the
 * focus; there is no advice if that fails or the visitor saves data.
 * @returns `advice`: undefined until the dictionary is loaded, null if there is none
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
