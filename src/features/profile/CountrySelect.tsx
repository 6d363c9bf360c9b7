import { useTranslation } from 'react-i18next'
import { useListCountriesQuery } from '#src/store/profile/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'

type Props = { value: string; onChange: (key: string) => void; error?: string; className?: string }

/** Shows the saved key until the list is loaded. */
export function CountrySelect({ value, onChange, error, className }: Props) {
  const { t } = useTranslation()
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
        options={(countries.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
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
