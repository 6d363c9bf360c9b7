import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { GroupId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useCodeTexts.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { Late } from '#src/ui/Late.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { dateIn } from '../parts.ts'

const loadList = async () =>
  (await import(/* webpackChunkName: "group-past" */ './PastList.tsx')).PastList

type Props = { group: GroupId; total: number }

/** The past sessions of a group, folded: nothing is fetched before the fold is opened, or the URL names one of them. */
export function PastSessions({ group, total }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const asked = dateIn(query, group)
  const [isOpen, setIsOpen] = useState(asked !== null)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== null) setIsOpen(true)
  }
  const { message } = useLoadTexts()
  return (
    <Collapse
      level={4}
      title={t('past.title', { count: total })}
      titleClassName="font-heading text-lg font-semibold leading-snug"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      <Late
        load={loadList}
        props={{ group, asked }}
        waiting={<SkeletonBars count={3} />}
        failed={<p role="alert">{message}</p>}
      />
    </Collapse>
  )
}
