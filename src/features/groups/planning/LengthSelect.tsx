import { useTranslation } from 'react-i18next'
import { Select } from '#src/ui/Select.tsx'
import { lengthsWith } from './localTime.ts'

type Props = { hours: number; onChange: (hours: number) => void }

export function LengthSelect({ hours, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('planning.length')}
      value={hours}
      options={lengthsWith(hours).map((count) => ({
        value: count,
        label: t('planning.hours', { count }),
      }))}
      onChange={onChange}
    />
  )
}
