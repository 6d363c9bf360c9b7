import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { ownName } from '#src/platform/inLanguage.ts'
import { announcedLanguages } from '#src/platform/languages.ts'
import { useBrowserFact } from '#src/ui/servedFacts.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'

const LINK =
  'inline-flex min-h-tap min-w-tap items-center text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light'

/** The languages that the server announces, each by its own name; nothing where it announces fewer than two. */
export function LanguageChooser() {
  const { t, i18n } = useTranslation()
  const active = useLanguage()
  const location = useLocation()
  const navigate = useNavigate()
  const announced = useBrowserFact(announcedLanguages, ({ languages }) => languages ?? '')
  const languages = announced.split(' ')
  if (languages.length < 2) return null

  const searchWith = (language: string | null) => {
    const query = new URLSearchParams(location.search)
    query.delete(LANGUAGE_PARAM)
    if (language !== null) query.set(LANGUAGE_PARAM, language)
    return query.toString()
  }
  const handleChoose = (event: MouseEvent, language: string) => {
    // Such a click opens a tab of its own.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void i18n.changeLanguage(language)
    // A language in the URL would be stronger than the choice.
    const state: unknown = location.state
    const search = searchWith(null)
    void navigate(
      { search, hash: location.hash },
      { replace: true, state, preventScrollReset: true },
    )
  }
  return (
    <nav
      aria-label={t('language.label')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm"
    >
      {languages.map((language) => {
        const isActive = language === active
        return (
          <a
            key={language}
            href={`?${searchWith(language)}`}
            lang={language}
            hrefLang={language}
            aria-current={isActive || undefined}
            className={isActive ? 'inline-flex min-h-tap min-w-tap items-center font-medium' : LINK}
            onClick={(event) => handleChoose(event, language)}
          >
            {ownName(language)}
          </a>
        )
      })}
    </nav>
  )
}
