import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { OPENING_MODES, type OpeningLanguage, type OpeningMode } from '#contract/openings.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { languageOptions } from './languages.ts'

/** Null filters nothing. */
export type OpeningFilter = {
  language: OpeningLanguage | null
  mode: OpeningMode | null
  beginners: 'yes' | null
}

type Props = {
  filter: OpeningFilter
  onFilter: (filter: OpeningFilter) => void
  text: string
  onText: (text: string) => void
}

/** Groups that play online and in person are found by either. */
const MODES = OPENING_MODES.filter((mode) => mode !== 'both')

export function OpeningFilters({ filter, onFilter, text, onText }: Props) {
  const { t } = useTranslation()
  const pageLanguage = useLanguage()
  return (
    <div className="grid items-end gap-x-4 gap-y-2 sm:grid-cols-2">
      <SearchField
        label={t('openings.search')}
        value={text}
        onChange={onText}
        maxLength={TEXT_MAX}
      />
      <Select<OpeningLanguage | null>
        label={t('openings.language')}
        value={filter.language}
        options={[
          { value: null, label: t('openings.any_language') },
          ...languageOptions(pageLanguage),
        ]}
        searchLabel={t('openings.search_language')}
        emptyText={t('openings.no_language')}
        onChange={(language) => onFilter({ ...filter, language })}
      />
      <Select<OpeningMode | null>
        label={t('openings.where')}
        value={filter.mode}
        options={[
          { value: null, label: t('openings.anywhere') },
          ...MODES.map((value) => ({ value, label: t(`openings.mode_${value}`) })),
        ]}
        onChange={(mode) => onFilter({ ...filter, mode })}
      />
      <Checkbox
        label={t('openings.beginners')}
        checked={filter.beginners !== null}
        onChange={(isChecked) => onFilter({ ...filter, beginners: isChecked ? 'yes' : null })}
      />
    </div>
  )
}
