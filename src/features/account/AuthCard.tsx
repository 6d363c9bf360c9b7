import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { listen } from '#src/platform/listen.ts'
import { scrollToTop } from '#src/platform/page.ts'
import { isFocusLost } from '#src/platform/pageFocus.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import type { ControlVariant } from '#src/ui/look.ts'
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
  const shownTitle = useRef(title)
  const card = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const handleFocus = () => {
      hadFocus.current = true
    }
    return card.current ? listen(card.current, { focusin: handleFocus }) : undefined
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

/** A success message. Its text is rendered after its live region, so that it is announced on page load too. */
export function FormNotice({ message }: { message?: string }) {
  const announced = useDeferredValue(message, '')
  if (!message) return null
  return (
    <div
      role="status"
      className="rounded border border-moss/40 bg-moss/8 px-3.5 py-2.5 font-sans text-ui text-moss empty:invisible"
    >
      {announced}
    </div>
  )
}

type AuthLinkProps = {
  to: string
  email?: string
  /** Looks like a button of this kind. */
  variant?: ControlVariant
  className?: string
  children: ReactNode
}

export function AuthLink({ to, email, variant, className, children }: AuthLinkProps) {
  const { returnTo } = useAuthState()
  const state: AuthState = { email: email?.trim(), returnTo }
  if (variant)
    return (
      <LinkButton to={to} state={state} variant={variant} className={className}>
        {children}
      </LinkButton>
    )
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-tap min-w-tap items-center font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  )
}

/** Navigation state between pages below /auth: not in the URL, and kept by a reload. */
export type AuthState = {
  email?: string
  returnTo?: string
  hasNewPassword?: boolean
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

export function useAuthState(): AuthState {
  const state: unknown = useLocation().state
  const { email, returnTo, hasNewPassword } = (state ?? {}) as Record<string, unknown>
  return {
    email: textOf(email),
    returnTo: textOf(returnTo),
    hasNewPassword: hasNewPassword === true,
  }
}
