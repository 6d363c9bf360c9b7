import { useEffect, useRef } from 'react'

const FIELDS = 'input, textarea, select'

/**
 * Leads to the first field that was refused, as the browser does for what it checks by itself. What the server
 * refuses arrives later, when the focus is at the button or nowhere.
 */
export const RefusalFocus = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (!form) return undefined
    const observer = new MutationObserver(() => {
      if (document.activeElement?.matches(FIELDS)) return
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    })
    observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [])
  return <span hidden ref={mark} />
}
