import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { scrollToTop } from '#src/platform/page.ts'
import { isFocusLost } from '#src/platform/pageFocus.ts'
import type { Elements } from '#src/ui/elements.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'

type Props = {
  title: string
  lead?: string
  /** Replaces the mark above the title. */
  top?: Elements
  children: ReactNode
}

export function AuthCard({ title, lead, top, children }: Props) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const card = useRef<HTMLDivElement>(null)
  const shownTitle = useRef(title)
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = card.current
    const handleFocus = () => {
      hadFocus.current = true
    }
    element?.addEventListener('focusin', handleFocus)
    return () => element?.removeEventListener('focusin', handleFocus)
  }, [])
  // A new title means new content: it is read from its top, and the focused control was removed.
  useLayoutEffect(() => {
    const isNew = shownTitle.current !== title
    shownTitle.current = title
    if (isNew) scrollToTop()
    if (isNew && hadFocus.current && isFocusLost()) heading.current?.focus({ preventScroll: true })
  }, [title])

  return (
    <div ref={card} className="mx-auto flex max-w-lg flex-col px-4 py-10 sm:py-20">
      <title>{t('navbar.page_title', { heading: title })}</title>
      <div className="rounded border border-line bg-vellum px-5 py-8 shadow-float sm:px-10">
        {top || <MarkLogo className="mb-4 h-11 text-gold-deep" />}
        <h1 ref={heading} tabIndex={-1} className="font-heading text-3xl font-bold">
          {title}
        </h1>
        {lead && <p className="mt-2 font-body text-base text-ink-soft">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </div>
  )
}
