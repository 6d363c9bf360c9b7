import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Upcoming, UpcomingDate } from '#contract/calendar.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { Button } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { NextItem } from './NextItem.tsx'
import { NEXT_BOX } from './NextOutline.tsx'
import { countNext, moreOf, nextRows } from './nextRows.ts'

/** Rows that are shown at first. On narrow windows the row of an answer is as high as two others. */
const SHOWN = 3

type Props = {
  /** Has ended at least once. */
  result: LoadResult<Upcoming>
  /** The control of the own answer to a date; null for dates that have none. */
  answer: (date: UpcomingDate) => Elements
}

/** The next session, open decisions and dates of the member. Its height changes only when the member opens the whole list. */
export function NextPanel({ result, answer }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const texts = useLoadTexts()
  const [isWhole, setIsWhole] = useState(false)
  const upcoming = result.data
  const rows = (upcoming ? nextRows(upcoming) : []).map((row) => ({
    row,
    answer: row.date && answer(row.date),
  }))
  const count = upcoming ? countNext(upcoming) : 0
  const shownSmall = rows[0]?.answer ? SHOWN - 1 : SHOWN
  return (
    <section aria-labelledby={titleId} className="pb-6">
      <div className="flex min-h-tap items-center justify-between gap-4">
        <h3 id={titleId} className="text-lg font-semibold">
          {t('next.title')}
        </h3>
        {count > shownSmall && (
          <WholeButton
            count={count}
            isWhole={isWhole}
            onChange={setIsWhole}
            className={joined(count <= SHOWN && !isWhole && 'sm:hidden')}
          />
        )}
      </div>
      <LoadState
        result={result}
        texts={texts}
        skeleton={null}
        failed={(retry) => <Failed retry={retry} />}
      >
        {(shown) =>
          rows.length === 0 ? (
            <p className={joined(NEXT_BOX, 'flex items-center font-sans text-ui text-ink-soft')}>
              {t('next.nothing')}
            </p>
          ) : (
            <div className={NEXT_BOX}>
              <ul aria-label={t('next.title')} className="grid auto-rows-[minmax(4rem,auto)]">
                {(isWhole ? rows : rows.slice(0, SHOWN)).map((item, place) => (
                  <NextItem
                    key={item.row.key}
                    {...item}
                    isShort={!isWhole}
                    isHiddenSmall={!isWhole && place >= shownSmall}
                  />
                ))}
              </ul>
              {isWhole && <Unsent upcoming={shown} />}
            </div>
          )
        }
      </LoadState>
    </section>
  )
}

function Failed({ retry }: { retry: Elements }) {
  const { t } = useTranslation()
  return (
    <div className={joined(NEXT_BOX, 'flex flex-wrap content-center items-center gap-4')}>
      <p role="alert" className="font-sans text-ui">
        {t('next.failed')}
      </p>
      {retry}
    </div>
  )
}

type WholeProps = {
  count: number
  isWhole: boolean
  onChange: (isWhole: boolean) => void
  className: string
}

function WholeButton({ count, isWhole, onChange, className }: WholeProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="quiet"
      aria-expanded={isWhole}
      onClick={() => onChange(!isWhole)}
      className={className}
    >
      {isWhole ? t('next.show_fewer') : t('next.show_all', { count })}
    </Button>
  )
}

/** How many more rows each list has. */
function Unsent({ upcoming }: { upcoming: Upcoming }) {
  const { t } = useTranslation()
  return moreOf(upcoming).map(({ list, count }) => (
    <p key={list} className="border-t border-line py-2 font-sans text-sm text-ink-soft">
      {t(`next.more_${list}`, { count })}
    </p>
  ))
}
