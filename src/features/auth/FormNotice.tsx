import { useEffect, useState } from 'react'

type Props = {
  message?: string
  /** For what stands on a page from its start: the text of a region that appears with it would not be read aloud. */
  isLate?: boolean
}

/** Good news of a form, or about a page; nothing is drawn without a message. */
export function FormNotice({ message, isLate = false }: Props) {
  const [isDue, setIsDue] = useState(!isLate)
  useEffect(() => setIsDue(true), [])
  if (!message) return null
  return (
    <div
      role="status"
      className="rounded border border-moss/40 bg-moss/8 px-3.5 py-2.5 font-sans text-ui text-moss empty:invisible"
    >
      {isDue && message}
    </div>
  )
}
