import { useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { intoWindow } from './focus.ts'
import { Picture } from './Picture.tsx'
import type { TermCardProps } from './terms.ts'
import { useTextLanguage } from './useLanguage.ts'

const MARGIN_PX = 8

/** Card of a linked name: title, kind, first line and picture. It stands inside a paragraph: phrasing content only. */
export function TermCard({ kind, id, cardId, to, useTerm, openLabel }: TermCardProps) {
  const card = useTerm({ kind, id })
  const langOf = useTextLanguage()
  const box = useRef<HTMLSpanElement>(null)
  const isShown = card !== null
  // Moves the card into the window: sideways, and below the first line of the name if there is no room above.
  useLayoutEffect(() => {
    const element = box.current
    if (!isShown || !element) return
    const area = element.getBoundingClientRect()
    const line = element.parentElement?.getClientRects()[0]?.height ?? 0
    const y = area.top < MARGIN_PX ? area.height + line : 0
    element.style.translate = `${intoWindow(area)}px ${y}px`
  }, [isShown])
  if (card === null) return null
  return (
    <span
      ref={box}
      id={cardId}
      className="absolute start-0 z-dropdown w-max max-w-64 bottom-full pb-1.5 font-sans text-sm font-normal leading-snug print:hidden"
    >
      <span className="block rounded bg-dusk px-3 py-2 text-snow shadow-float">
        {card.picture && (
          <Picture
            {...card.picture}
            alt=""
            width={480}
            height={320}
            sizes="16rem"
            className="mb-2 aspect-3/2 w-full rounded"
          />
        )}
        <strong lang={langOf(card.language)} className="block wrap-anywhere">
          {card.title}
        </strong>
        {card.label && <span className="block text-gold-light">{card.label}</span>}
        {card.text && (
          <span lang={langOf(card.language)} className="block wrap-anywhere">
            {card.text}
          </span>
        )}
        {openLabel && (
          <Link
            to={to}
            className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-gold-light underline underline-offset-4"
          >
            {openLabel}
          </Link>
        )}
      </span>
    </span>
  )
}
