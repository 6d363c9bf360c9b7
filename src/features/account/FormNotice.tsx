import { useDeferredValue } from 'react'

/**
 * Good news of a form, or about a page; nothing is drawn without a message. On a page that begins with it the text
 * comes a moment after its region, so that it is read aloud.
 */
export function FormNotice({ message }: { message?: string }) {
  const said = useDeferredValue(message, '')
  if (!message) return null
  return (
    <div
      role="status"
      className="rounded border border-moss/40 bg-moss/8 px-3.5 py-2.5 font-sans text-ui text-moss empty:invisible"
    >
      {said}
    </div>
  )
}
