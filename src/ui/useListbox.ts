import { type KeyboardEvent, type MouseEvent, useEffect, useId } from 'react'
import { isComposing } from '#src/platform/keys.ts'

type Listbox = {
  count: number
  /** Index of the active option; -1 for none. */
  active: number
  onActive: (index: number) => void
  /** Handles other keys of the control before the listbox does; returns whether it has used the key. */
  onKey?: (event: KeyboardEvent, choose: () => void) => boolean
}

/**
 * A listbox and the control that keeps the focus: a field, or the list itself. The keys of the control move through the
 * options and wrap at the ends. A click on an option chooses it; Enter clicks the active option.
 */
export function useListbox({ count, active, onActive, onKey }: Listbox) {
  const listId = useId()
  const activeId = active >= 0 && active < count ? `${listId}-${active}` : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  const choose = () => {
    if (activeId) document.getElementById(activeId)?.click()
  }

  const handleKey = (event: KeyboardEvent): boolean => {
    if (event.altKey || event.ctrlKey || event.metaKey) return false
    if (onKey?.(event, choose)) return true
    const next = event.shiftKey ? null : optionAt(event.key, active, count)
    if (event.key === 'Enter') choose()
    else if (next !== null) onActive(next)
    return event.key === 'Enter' || next !== null
  }
  return {
    listId,
    control: {
      'aria-controls': count > 0 ? listId : undefined,
      'aria-activedescendant': activeId,
      onKeyDown: (event: KeyboardEvent) => {
        if (!isComposing(event.nativeEvent) && handleKey(event)) event.preventDefault()
      },
    },
    optionProps: (index: number) => ({
      id: `${listId}-${index}`,
      tabIndex: -1,
      'data-focus': index === active || undefined,
      onPointerMove: () => {
        if (index !== active) onActive(index)
      },
      // The control keeps the focus.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    }),
  }
}
export type ListboxParts = ReturnType<typeof useListbox>

/** `data-focus` marks the active option. */
export const optionClasses =
  'flex min-h-tap w-full cursor-pointer rounded-sm px-3 py-2 text-start leading-snug outline-none data-focus:bg-gold/20 data-focus:forced-mark'

function optionAt(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return active <= 0 ? count - 1 : active - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
