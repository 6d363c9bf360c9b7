import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'
import { useLazySuggestDatesQuery } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { type Start, withSuggested } from './pollFields.ts'

type Props = {
  group: GroupId
  hours: number
  starts: readonly Start[]
  onChange: (starts: readonly Start[]) => void
}

/** Fills in dates on which no member has a session or a seat. */
export function SuggestButton({ group, hours, starts, onChange }: Props) {
  const { t } = useTranslation()
  const [suggest, { isFetching, error }] = useLazySuggestDatesQuery()
  const [found, setFound] = useState<number | null>(null)
  const handleClick = async () => {
    setFound(null)
    const { data } = await suggest({ id: group, hours, time_zone: readerTimeZone() })
    if (data === undefined) return
    const { starts: filled, count } = withSuggested(starts, data)
    setFound(count)
    if (count > 0) onChange(filled)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" busy={isFetching} onClick={() => void handleClick()}>
        {t('planning.suggest')}
      </Button>
      <p className="font-sans text-sm text-ink-soft">{t('planning.suggest_hint')}</p>
      <p role="status" className="font-sans text-sm text-ink-soft">
        {found === null ? '' : t('planning.suggested', { count: found })}
      </p>
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </div>
  )
}
