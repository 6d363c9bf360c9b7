import { useState } from 'react'

/**
 * Copies the text. `isCopied` is null until it is known, and false if the browser refuses, or has no clipboard (pages
 * without TLS).
 */
export function useCopying(text: string) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const copy = async (): Promise<void> => {
    setIsCopied(null)
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      setIsCopied(false)
    }
  }
  return { isCopied, copy }
}
