import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upcoming } from '#contract/schemas/calendar.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useGetUpcomingQuery } from '#src/store/calendar/api.ts'
import { REFETCH_STALE } from '#src/store/groups/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { NextItem } from './NextItem.tsx'
import { countNext, moreOf, nextRows } from './nextRows.ts'

/** Rows that are shown at first: on wide screens in two columns, on small ones the first two alone. */
const SHOWN = 4
const SHOWN_SMALL = 2
/** Two rows high, whatever the content. */
const BOX = 'h-42 overflow-hidden rounded border border-line bg-vellum px-3 sm:px-4'

/** Open decisions and upcoming dates of the member. Its height changes only when the member opens the whole list. */
export function NextPanel() {
  const { t } = useTranslation()
  const titleId = useId()
  const result = useGetUpcomingQuery(undefined, REFETCH_STALE)
  const [isWhole, setIsWhole] = useState(false)
  const count = result.data ? countNext(result.data) : 0
  return (
    <section aria-labelledby={titleId} className="pb-6">
      <div className="flex min-h-tap items-center justify-between gap-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {t('next.title')}
        </h3>
        {count > SHOWN_SMALL && (
          <Button
            variant="quiet"
            aria-expanded={isWhole}
            onClick={() => setIsWhole(!isWhole)}
            className={joined(count <= SHOWN && !isWhole && 'sm:hidden')}
          >
            {isWhole ? t('next.show_fewer') : t('next.show_all', { count })}
          </Button>
        )}
      </div>
      <LoadState
        result={result}
        texts={useLoadTexts()}
        skeleton={<Outline />}
        failed={(retry) => (
          <div className={joined(BOX, 'flex flex-wrap items-center gap-4')}>
            <p role="alert" className="font-sans text-ui">
              {t('next.failed')}
            </p>
            {retry}
          </div>
        )}
      >
        {(upcoming) => <Rows upcoming={upcoming} isWhole={isWhole} />}
      </LoadState>
    </section>
  )
}

type RowsProps = { upcoming: Upcoming; isWhole: boolean }

function Rows({ upcoming, isWhole }: RowsProps) {
  const { t } = useTranslation()
  const rows = nextRows(upcoming)
  if (rows.length === 0)
    return (
      <div className={joined(BOX, 'flex items-center')}>
        <p className="font-sans text-ui text-ink-soft">{t('next.nothing')}</p>
      </div>
    )
  if (!isWhole)
    return (
      <ul
        aria-label={t('next.title')}
        className={joined(BOX, 'grid content-start gap-x-6 py-0.5 sm:grid-cols-2')}
      >
        {rows.slice(0, SHOWN).map((row, place) => (
          <NextItem key={row.key} row={row} isShort isHiddenSmall={place >= SHOWN_SMALL} />
        ))}
      </ul>
    )
  return (
    <div className="rounded border border-line bg-vellum px-3 sm:px-4">
      <ul aria-label={t('next.title')} className="divide-y divide-line">
        {rows.map((row) => (
          <NextItem key={row.key} row={row} />
        ))}
      </ul>
      {moreOf(upcoming).map(({ list, count }) => (
        <p key={list} className="border-t border-line py-2 font-sans text-sm text-ink-soft">
          {t(`next.more_${list}`, { count })}
        </p>
      ))}
    </div>
  )
}

function Outline() {
  return (
    <Skeleton className={joined(BOX, 'grid content-start gap-x-6 py-0.5 sm:grid-cols-2')}>
      {['w-2/5', 'w-3/5'].map((width) => (
        <div key={width} className="flex h-20 flex-col justify-center gap-2">
          <SkeletonBlock className={joined('h-5', width)} />
          <SkeletonBlock className="h-4 w-1/2" />
        </div>
      ))}
    </Skeleton>
  )
}
