import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readTheme, storeTheme, THEMES, type Theme } from '#src/platform/theme.ts'
import type { SelectOption } from '#src/ui/Select.tsx'

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

type SegmentedChoiceProps<Value extends string> = {
  label: string
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChange: (value: Value) => void
}

function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, value, options, onChange } = props
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 font-sans text-sm">
      <legend className="float-start">{label}</legend>
      <div className="flex rounded border border-current/40">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-tap cursor-pointer items-center px-3 not-first:border-s not-first:border-current/40 hover:bg-current/8 has-checked:bg-current/15 has-checked:font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-light forced-colors:has-checked:forced-color-adjust-none forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText]"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
