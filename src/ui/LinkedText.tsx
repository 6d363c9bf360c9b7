import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import type { RichText as Tree } from '#contract/formatting.ts'
import { onEscape } from '#src/platform/keys.ts'
import { countTermLink } from '#src/platform/termLinks.ts'
import { Late } from './Late.tsx'
import type { TermRun } from './RichText.tsx'
import { RichText } from './RichText.tsx'
import type { TermParts } from './terms.ts'
import { useTermLinks } from './useTermLinks.ts'

const loadCard = async () =>
  (await import(/* webpackChunkName: "term-card" */ './TermCard.tsx')).TermCard

type TermLinkProps = { run: TermRun; parts: TermParts }

const OPEN_MS = 200
const CLOSE_MS = 150

/** A name in a text as a link, with a card while it is hovered or focused, or after a tap. Escape closes the card. */
function TermLink({ run, parts }: TermLinkProps) {
  const { kind, id, text } = run
  const { hrefOf, useTerm, openLabel } = parts
  const to = hrefOf(kind, id)
  const cardId = useId()
  const { isOpen, isTapped, handlers, handleClick } = useCard()
  useEffect(countTermLink, [])
  return (
    <span className="relative" {...handlers}>
      <Link
        to={to}
        onClick={handleClick}
        aria-describedby={isOpen ? cardId : undefined}
        className="text-inherit underline decoration-gold underline-offset-4 hover:text-gold-deep"
      >
        {text}
      </Link>
      {isOpen && (
        <Late
          load={loadCard}
          props={{ kind, id, cardId, to, useTerm, openLabel: isTapped ? openLabel : null }}
        />
      )}
    </span>
  )
}

function useCard() {
  const [state, setState] = useState<'closed' | 'open' | 'tapped'>('closed')
  const timer = useRef<number>(undefined)
  const isTouch = useRef(false)
  const isOpen = state !== 'closed'
  const later = (next: typeof state, ms: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setState(next), ms)
  }

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => (isOpen ? onEscape(() => setState('closed')) : undefined), [isOpen])

  return {
    isOpen,
    isTapped: state === 'tapped',
    handleClick: (event: MouseEvent) => {
      if (!isTouch.current || isOpen) return
      event.preventDefault()
      setState('tapped')
    },
    handlers: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        isTouch.current = pointerType === 'touch'
      },
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') later('open', OPEN_MS)
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') later('closed', CLOSE_MS)
      },
      onFocus: ({ target }: FocusEvent) => {
        if (!isTouch.current && target.matches(':focus-visible')) later('open', 0)
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) later('closed', 0)
      },
    },
  }
}

type LinkedTextProps = {
  text: string
  tree: Tree | null | undefined
  /** Must stay the same object. */
  parts: TermParts
  level?: 2 | 3 | 4 | 5
  className?: string
  lang?: string | undefined
}

/** A text whose names are links, unless the reader has switched them off. */
export function LinkedText({ text, tree, parts, level, className, lang }: LinkedTextProps) {
  const isOn = useTermLinks()
  const term = useCallback((run: TermRun) => <TermLink run={run} parts={parts} />, [parts])
  return (
    <RichText
      text={text}
      tree={Array.isArray(tree) ? tree : null}
      level={level}
      lang={lang}
      term={isOn ? term : undefined}
      {...(className && { className })}
    />
  )
}
