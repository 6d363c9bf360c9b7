import { useTranslation } from 'react-i18next'
import type { Country } from '#contract/profile.ts'
import { nameOf, sortedBy } from '#src/platform/inLanguage.ts'
import { useListCountriesQuery } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

type Props = { value: string; onChange: (key: string) => void; error?: string; className?: string }

/** The server's list is in English and in its order; in other languages the browser names the countries. */
function optionsOf(countries: readonly Country[], language: string) {
  if (language === 'en') return countries.map(({ key, name }) => ({ value: key, label: name }))
  const options = countries.map(({ key, name }) => ({
    value: key,
    label: nameOf('region', key, language) ?? name,
  }))
  return sortedBy(options, ({ label }) => label, language)
}

/** Shows the saved key until the list is loaded. */
export function CountrySelect({ value, onChange, error, className }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const countries = useListCountriesQuery()
  const hasFailed = countries.error !== undefined && !countries.data

  return (
    <div className={className}>
      <Select
        label={t('dashboard.country')}
        searchLabel={t('dashboard.search_countries')}
        emptyText={t('dashboard.no_country_found')}
        placeholder={value || t('dashboard.choose_country')}
        required
        disabled={!countries.data}
        value={value}
        options={optionsOf(countries.data ?? [], language)}
        onChange={onChange}
        error={error ?? (hasFailed ? t('errors.load_failed') : undefined)}
      />
      {hasFailed && (
        <Button
          variant="quiet"
          busy={countries.isFetching}
          onClick={countries.refetch}
          className="mt-1"
        >
          {t('errors.retry')}
        </Button>
      )}
    </div>
  )
}
