import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTheme, storeTheme, THEMES, type Theme } from '#src/platform/theme.ts'
import { SegmentedChoice } from '#src/ui/SegmentedChoice.tsx'

/** Light, dark, or as the device is set; kept in this browser. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const [theme, setTheme] = useState<Theme>(readTheme)
  const handleChoose = (choice: Theme) => {
    storeTheme(choice)
    setTheme(choice)
  }
  return (
    <SegmentedChoice
      label={t('theme.label')}
      value={theme}
      options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onChange={handleChoose}
    />
  )
}
