import {
  type FocusEvent,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { onEscape } from '#src/platform/keys.ts'
import { intoWindow } from './focus.ts'
import { joined } from './look.ts'

type TooltipProps = {
  text: string
  /** `div` around block elements, such as a heading. */
  as?: 'span' | 'div'
  className?: string
  /** Renders the described element, which needs the id as its `aria-describedby`. */
  children: (describedBy: string) => ReactElement
}

/**
 * A description that shows while its element is hovered or focused; Escape hides it. The text is always in the
 * document, so that the description works without a pointer.
 */
export function Tooltip({ text, as: Frame = 'span', className, children }: TooltipProps) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const { isOn, handlers } = useHoverOrFocus()

  // Moves the tip sideways where it would leave a narrow window.
  useLayoutEffect(() => {
    if (!isOn || !tip.current) return
    tip.current.style.translate = ''
    tip.current.style.translate = `${intoWindow(tip.current.getBoundingClientRect())}px 0`
  }, [isOn])

  return (
    <Frame {...handlers} className={joined('relative inline-block', className)}>
      {children(id)}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        hidden={!isOn}
        className="absolute start-0 z-dropdown w-max max-w-64 font-sans text-sm font-normal normal-case leading-snug transition-opacity starting:opacity-0 bottom-full pb-1.5"
      >
        <span className="block rounded bg-dusk px-3 py-2 text-snow shadow-float">{text}</span>
      </span>
    </Frame>
  )
}

/** Whether the pointer or the focus is on or in an element; Escape resets both. */
function useHoverOrFocus() {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isOn = isHovered || isFocused

  useEffect(() => {
    if (!isOn) return
    return onEscape(() => {
      setIsHovered(false)
      setIsFocused(false)
    })
  }, [isOn])

  return {
    isOn,
    handlers: {
      onPointerEnter: () => setIsHovered(true),
      onPointerLeave: () => setIsHovered(false),
      // An invisible focus, such as that of a heading after a click on a link, does not count.
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  }
}
