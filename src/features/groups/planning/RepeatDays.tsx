import { useTranslation } from 'react-i18next'
import { WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { periodFrom } from './localTime.ts'
import { capitalised, dayOf, type Rhythm, toggled, weekdayName, weekName } from './rhythm.ts'
import type { Fields } from './sessionFields.ts'

type Props = { fields: Fields; rhythm: Rhythm; set: (change: Partial<Fields>) => void }

/** The days of a series: those of the start until others are chosen. */
export function RepeatDays({ fields: { start, hours, zone }, rhythm, set }: Props) {
  const { t } = useTranslation()
  const language = useLanguage()
  const period = periodFrom(start, hours)
  const own = period && dayOf(period.starts_at, zone)
  const weekdays = rhythm.weekdays ?? (own ? [own.weekday] : [])
  const days = {
    legend: t('planning.repeat_on'),
    choices: WEEKDAYS.map((day) => ({
      key: day,
      label: weekdayName(day, language, 'short'),
      isChosen: weekdays.includes(day),
      choose: () => set({ rhythm: { ...rhythm, weekdays: toggled(WEEKDAYS, weekdays, day) } }),
    })),
  }
  if (rhythm.unit === 'week') return <Choices {...days} />
  const weeks = rhythm.weeks ?? own?.weeks.slice(0, 1) ?? []
  return (
    <>
      <Choices
        legend={t('planning.repeat_in')}
        choices={WEEKS_OF_MONTH.map((week) => ({
          key: String(week),
          label: capitalised(weekName(week, t), language),
          isChosen: weeks.includes(week),
          choose: () => set({ rhythm: { ...rhythm, weeks: toggled(WEEKS_OF_MONTH, weeks, week) } }),
        }))}
      />
      <Choices {...days} />
    </>
  )
}

type Choice = { key: string; label: string; isChosen: boolean; choose: () => void }

const Choices = ({ legend, choices }: { legend: string; choices: readonly Choice[] }) => (
  <fieldset className="min-w-0">
    <legend className="mb-1 font-sans text-ui font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-x-4">
      {choices.map(({ key, label, isChosen, choose }) => (
        <Checkbox key={key} label={label} checked={isChosen} onChange={choose} />
      ))}
    </div>
  </fieldset>
)
