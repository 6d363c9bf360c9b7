import { languageName, t } from '../i18n.ts'
import { useKit } from './kitContext.ts'

/** The language of the texts below and of the preview, where the site is served in more than one. */
export const LanguageChoice = () => {
  const { languages, language, setLanguage } = useKit()
  if (languages.length < 2) return null
  return (
    <fieldset className="desk-switch">
      <legend>{t('site.language')}</legend>
      {languages.map((one) => (
        <button
          aria-pressed={language === one}
          key={one}
          lang={one}
          onClick={() => setLanguage(one)}
          type="button"
        >
          {languageName(one, one)}
        </button>
      ))}
    </fieldset>
  )
}
