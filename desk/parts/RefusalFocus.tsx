import { useEffect, useRef } from 'react'

const FIELDS = 'input, textarea, select'

/** Focuses the first field that the server has refused, as the browser does for fields that it validates itself. */
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
