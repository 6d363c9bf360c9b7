import { useDeferredValue } from 'react'

/** A success message. Its text is rendered after its live region, so that it is announced on page load too. */
export function FormNotice({ message }: { message?: string }) {
  const announced = useDeferredValue(message, '')
  if (!message) return null
  return (
    <div
      role="status"
      className="rounded border border-moss/40 bg-moss/8 px-3.5 py-2.5 font-sans text-ui text-moss empty:invisible"
    >
      {announced}
    </div>
  )
}
