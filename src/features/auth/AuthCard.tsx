import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'

type Props = { title: string; lead?: string; children: ReactNode }

/** The sheet of paper on which every page below /auth stands. */
export function AuthCard({ title, lead, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="mx-auto flex max-w-lg flex-col px-4 py-10 sm:py-20">
      <title>{t('navbar.page_title', { heading: title })}</title>
      <div className="rounded border border-line bg-vellum px-5 py-8 shadow-float sm:px-10">
        <MarkLogo className="mb-4 h-11 text-gold-deep" />
        <h1 className="font-heading text-3xl font-bold">{title}</h1>
        {lead && <p className="mt-2 font-body text-base text-ink-soft">{lead}</p>}
        <div className="mt-6">{children}</div>
      </div>
    </div>
  )
}
