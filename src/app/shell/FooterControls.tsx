import { type ComponentType, type MouseEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { mayRegister } from '#src/offline/registration.ts'
import { ownName } from '#src/platform/intl.ts'
import { announcedLanguages } from '#src/platform/languages.ts'
import { afterLoad, maySaveOffline } from '#src/platform/offline.ts'
import { announces } from '#src/platform/page.ts'
import { hasTermSwitch, storeTermLinks, watchTermLinks } from '#src/platform/termLinks.ts'
import { Late } from '#src/ui/Late.tsx'
import { joined } from '#src/ui/look.ts'
import { useBrowserFact } from '#src/ui/useKit.ts'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { useTermLinks } from '#src/ui/useTermLinks.ts'
import { readKey, writeKey } from '../../platform/storage.ts'

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

const THEMES = ['system', 'light', 'dark'] as const
/** `system` follows the device and is the default. Themes work with any server (ruling 79). */
type Theme = (typeof THEMES)[number]

const readTheme = (): Theme => THEMES.find((theme) => theme === readKey('theme')) ?? 'system'

/** Stores the theme and applies it: site.css gives `data-theme` its colour scheme. */
function storeTheme(theme: Theme): void {
  writeKey('theme', theme === 'system' ? null : theme)
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function ThemeSwitch() {
  const { t } = useTranslation()
  const name = useId()
  const stored = useBrowserFact<Theme>(readTheme, () => 'system')
  const [chosen, setChosen] = useState<Theme | null>(null)
  const theme = chosen ?? stored
  const handleChoose = (choice: Theme) => {
    storeTheme(choice)
    setChosen(choice)
  }
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm">
      <legend className="float-start">{t('theme.label')}</legend>
      <div className="flex rounded border border-current/40">
        {THEMES.map((value) => (
          <label
            key={value}
            className="relative flex min-h-tap cursor-pointer items-center px-3 not-first:border-s not-first:border-current/40 hover:bg-current/8 has-checked:bg-current/15 has-checked:font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-light has-checked:forced-mark"
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === theme}
              onChange={() => handleChoose(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span>{t(`theme.${value}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Switches the links in all texts of this browser on and off. */
function TermLinksSwitch() {
  const { t } = useTranslation()
  const isOn = useTermLinks()
  const isShown = useBrowserFact(hasTermSwitch, () => false, watchTermLinks)
  // It keeps its place where there is nothing to switch.
  return (
    <button
      type="button"
      className={joined(
        !isShown && 'invisible',
        'inline-flex min-h-tap cursor-pointer items-center font-sans text-sm text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light',
      )}
      onClick={() => storeTermLinks(!isOn)}
    >
      {t(isOn ? 'linking.switch_on' : 'linking.switch_off')}
    </button>
  )
}

/** Loads the controls for reading offline; Nothing if the server announces no worker or the browser has none. */
async function loadOffline(): Promise<ComponentType> {
  if (!maySaveOffline() || !mayRegister()) return Nothing
  await afterLoad()
  const { OfflineControls } = await import(
    /* webpackChunkName: "offline" */ '#src/features/offline/OfflineControls.tsx'
  )
  return OfflineControls
}

const Nothing = () => null

export const FooterControls = () => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
    <ThemeSwitch />
    <LanguageChooser />
    {announces('term_links') && <TermLinksSwitch />}
    <Late load={loadOffline} />
  </div>
)
