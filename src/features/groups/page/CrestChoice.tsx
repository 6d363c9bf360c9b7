import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CRESTS } from '#contract/groupPageLimits.ts'
import type { GroupTexts } from '#contract/schemas/groupPage.ts'
import { CrestShield } from '../crest/CrestShield.tsx'

type Crest = GroupTexts['crest']
type Props = { name: string; value: Crest; onChange: (crest: Crest) => void }

const CHOICES: readonly Crest[] = [null, ...CRESTS]

/** Shields to choose from; the first is the one that the name gives. */
export function CrestChoice({ name, value, onChange }: Props) {
  const { t } = useTranslation()
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-sans text-sm font-medium">{t('group_page.crest')}</legend>
      <div className="flex flex-wrap gap-2">
        {CHOICES.map((crest) => (
          <label
            key={crest ?? ''}
            className="relative flex min-h-tap min-w-tap cursor-pointer items-center justify-center rounded border border-transparent p-1.5 has-checked:border-gold-deep has-checked:bg-gold/15 has-focus-visible:outline-2 has-focus-visible:outline-gold-deep"
          >
            <input
              type="radio"
              name={group}
              checked={value === crest}
              onChange={() => onChange(crest)}
              aria-label={
                crest === null
                  ? t('group_page.crest_name')
                  : t('group_page.crest_variation', { number: crest })
              }
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <CrestShield name={name} crest={crest} className="h-10 w-auto" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
