import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTheme, storeTheme, THEMES, type Theme } from '#src/platform/theme.ts'
import { useBrowserFact } from '#src/ui/servedFacts.ts'

export function ThemeSwitch() {
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
            className="relative flex min-h-tap cursor-pointer items-center px-3 not-first:border-s not-first:border-current/40 hover:bg-current/8 has-checked:bg-current/15 has-checked:font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-light forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
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
