import { useLayoutEffect, useRef } from 'react'

/** Whether the visitor uses another control; an empty form does not count. */
function isBusyElsewhere(active: Element | null, body: Element): boolean {
  if (active === null || active === body) return false
  const fields = active.closest('form')?.querySelectorAll('input')
  return fields === undefined || [...fields].some(({ value }) => value !== '')
}

/** Moves the focus to the field with the returned ref when it appears, unless the visitor is busy elsewhere. */
export function useFirstFocus(isWanted: boolean) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const page = field.current?.ownerDocument
    if (isWanted && page && !isBusyElsewhere(page.activeElement, page.body)) field.current?.focus()
  }, [isWanted])
  return field
}
