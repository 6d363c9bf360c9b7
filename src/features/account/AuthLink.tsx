import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type AuthPassage, useAuthPassage } from './authPassage.ts'

type Props = {
  to: string
  /** What was typed here and is asked there again. */
  email?: string
  children: ReactNode
}

/** A quiet link from one page below /auth to another, which takes the e-mail address along. */
export function AuthLink({ to, email, children }: Props) {
  const { returnTo } = useAuthPassage()
  const passage: AuthPassage = { email: email?.trim(), returnTo }
  return (
    <Link
      to={to}
      state={passage}
      className="inline-flex min-h-tap min-w-tap items-center font-sans text-ui font-medium text-gold-deep underline underline-offset-4 hover:text-ink"
    >
      {children}
    </Link>
  )
}
