import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GameDateId, GroupId } from '#contract/ids.ts'
import type { PastDate, PastDetails, Recap } from '#contract/past.ts'
import { marked } from '#shared/search.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { listed, sortedBy } from '#src/platform/inLanguage.ts'
import { goToElement } from '#src/platform/viewport.ts'
import { useGetPastDateQuery } from '#src/store/groups/past/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Marked } from '#src/ui/Marked.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'
import { Fact } from '../planning/Fact.tsx'
import type { OpenDialog } from './pastDialog.ts'
import { RecapText } from './RecapText.tsx'

type Props = {
  group: GroupId
  date: PastDate
  /** Marked in the title. */
  term: string
  /** The URL names this date: it is opened, and scrolled to. */
  isAsked: boolean
  onOpen: OpenDialog
}

/** A past session in one row, which opens. */
export function PastRow({ group, date, term, isAsked, onOpen }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const [isOpen, setIsOpen] = useState(isAsked)
  useEffect(() => {
    if (isAsked && row.current) goToElement(row.current)
  }, [isAsked])
  const { title, starts_at, ends_at, place } = date
  return (
    <li ref={row} tabIndex={-1} className="scroll-mt-16 py-1 outline-none">
      <Collapse
        title={
          <>
            <TimeSpan start={starts_at} end={ends_at} className="font-medium" />
            {title !== '' && <span>{'\u00a0· '}</span>}
            <span>
              <Marked parts={marked(title, term)} />
            </span>
            <Fact>{place}</Fact>
          </>
        }
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
      >
        <Details group={group} id={date.id} onOpen={onOpen} />
      </Collapse>
      {!isOpen && <Glance date={date} />}
    </li>
  )
}

/** How many came, and a line of the recap. */
function Glance({ date: { came, came_gone, excerpt } }: Pick<Props, 'date'>) {
  const { t } = useTranslation()
  return (
    <div className="pb-2 text-sm text-ink-soft wrap-anywhere sm:ps-8">
      <p>{t('past.came_count', { count: came.length + came_gone })}</p>
      {Array.isArray(excerpt) && (
        <p>
          <Marked parts={excerpt} />
        </p>
      )}
    </div>
  )
}

type DetailsProps = { group: GroupId; id: GameDateId; onOpen: OpenDialog }

function Details({ group, id, onOpen }: DetailsProps) {
  const { t } = useTranslation()
  const result = useGetPastDateQuery({ group_id: group, id })
  return (
    <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={2} />}>
      {({ date, recap, absent }) => (
        <div className="flex flex-col gap-3 pb-4 sm:ps-8">
          <WhoCame date={date} />
          <Written recap={recap} />
          <div className="flex flex-wrap gap-2">
            <Button icon="pencil" onClick={() => onOpen({ kind: 'recap', id })}>
              {t(recap.text === '' ? 'past.write' : 'past.edit')}
            </Button>
            {absent !== undefined && (
              <Button onClick={() => onOpen({ kind: 'came', id })}>{t('past.correct')}</Button>
            )}
          </div>
        </div>
      )}
    </LoadState>
  )
}

function WhoCame({ date: { came, came_gone } }: Pick<PastDetails, 'date'>) {
  const { t } = useTranslation()
  const language = useLanguage()
  const people = [
    ...sortedBy(came, ({ name }) => name, language).map(({ name }) => name),
    ...(came_gone > 0 ? [t('past.gone', { count: came_gone })] : []),
  ]
  const names = listed(people, language)
  return (
    <p className="wrap-anywhere">{names === '' ? t('past.nobody') : t('past.came', { names })}</p>
  )
}

function Written({ recap }: { recap: Recap }) {
  const { t } = useTranslation()
  const { text, written_at, written_by } = recap
  if (text === '') return <p className="text-ink-soft">{t('past.no_recap')}</p>
  return (
    <div>
      <RecapText recap={recap} />
      <p className="mt-2 text-sm text-ink-soft">
        <span>{t('past.written_by', { name: written_by ?? t('group_page.log_former') })}</span>{' '}
        <TimeSpan start={written_at} />
      </p>
    </div>
  )
}
