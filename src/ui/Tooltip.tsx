import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { joined } from './look.ts'

export type TooltipProps = {
  text: string
  side?: 'top' | 'bottom'
  className?: string
  /** Draws the element the text describes; it must carry the id as its `aria-describedby`. */
  children: (describedBy: string) => ReactNode
}

/** Pixels kept free between the tooltip and the edge of the window. */
const margin = 8

/**
 * A description that shows while its element is hovered or focused; Escape hides it. The text is
 * in the document all the time, so that the description holds without a pointer.
 */
export function Tooltip({ text, side = 'top', className, children }: TooltipProps) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isShown = isHovered || isFocused

  useEffect(() => {
    if (!isShown) return
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setIsHovered(false)
      setIsFocused(false)
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isShown])

  // Moves the tip sideways where it would leave a narrow window.
  useLayoutEffect(() => {
    if (!isShown || !tip.current) return
    tip.current.style.translate = ''
    const box = tip.current.getBoundingClientRect()
    const overhang = box.right + margin - document.documentElement.clientWidth
    const shift = Math.max(margin - box.left, Math.min(0, -overhang))
    if (overhang > 0 || box.left < margin) tip.current.style.translate = `${shift}px 0`
  }, [isShown])

  return (
    <span
      role="presentation"
      className={joined('relative inline-block', className)}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      {children(id)}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        hidden={!isShown}
        className={joined(
          'absolute start-0 z-dropdown w-max max-w-64 font-sans text-sm font-normal normal-case leading-snug transition-opacity starting:opacity-0',
          side === 'top' ? 'bottom-full pb-1.5' : 'top-full pt-1.5',
        )}
      >
        <span className="block rounded bg-dusk px-3 py-2 text-parchment shadow-float">{text}</span>
      </span>
    </span>
  )
}
