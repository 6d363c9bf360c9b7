import { useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'

type ShowMoreProps = { label: string; onShowMore: () => void; isBusy?: boolean }

/** The button at the end of a growing list. When the last click removes it, the focus moves to the item before the new ones. */
export function ShowMore({ label, onShowMore, isBusy = false }: ShowMoreProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = frame.current
    return () => {
      if (!box?.contains(document.activeElement)) return
      const list = box.previousElementSibling as HTMLElement | null
      const controls = list?.querySelectorAll<HTMLElement>('a[href], button') ?? []
      // A list without controls gets the focus itself.
      const target = [...controls].at(-1) ?? list
      target?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={frame} className="mt-8 flex justify-center">
      <Button icon="chevronDown" busy={isBusy} onClick={onShowMore} className="min-w-44">
        {label}
      </Button>
    </div>
  )
}
