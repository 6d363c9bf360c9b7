import { useTranslation } from 'react-i18next'
import { ownName } from '#src/platform/inLanguage.ts'
import { announcedLanguages } from '#src/platform/languages.ts'
import { Select } from '#src/ui/Select.tsx'

type Props = {
  /** Two letters. */
  value: string
  onChange: (language: string) => void
}

/** The language of emails, calendar links and archives: one of those that the site is served in. */
export function LanguageSelect({ value, onChange }: Props) {
  const { t } = useTranslation()
  const languages = new Set([value, ...announcedLanguages().split(' ')].filter(Boolean))
  return (
    <div className="w-full sm:max-w-md">
      <Select
        label={t('language.of_mails')}
        hint={t('language.of_mails_hint')}
        value={value}
        options={[...languages].sort().map((one) => ({ value: one, label: ownName(one) }))}
        onChange={onChange}
      />
    </div>
  )
}
