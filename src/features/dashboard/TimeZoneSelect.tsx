import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeZones } from '#src/platform/timeZone.ts'
import { Select } from '#src/ui/Select.tsx'

type Props = {
  /** An IANA name; null: none is chosen. */
  value: string | null
  onChange: (zone: string | null) => void
}

/** The time zone of emails. A zone that this browser does not know is among the options while it is chosen. */
export function TimeZoneSelect({ value, onChange }: Props) {
  const { t } = useTranslation()
  const [known] = useState(timeZones)
  const zones = value === null || known.includes(value) ? known : [value, ...known]
  return (
    <div className="w-full sm:max-w-md">
      <Select
        label={t('dashboard.time_zone')}
        hint={t('dashboard.time_zone_hint')}
        searchLabel={t('dashboard.search_time_zones')}
        emptyText={t('dashboard.no_time_zone_found')}
        value={value}
        options={[
          { value: null, label: t('dashboard.time_zone_automatic') },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}
