import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useCodeTexts.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import { Late } from '#src/ui/Late.tsx'
import { RowsSkeleton } from '../MemberList.tsx'

const loadGroups = async () =>
  (await import(/* webpackChunkName: "openings" */ './OpenGroups.tsx')).OpenGroups

/** Groups that look for players, if the server announces them: a disclosure once the reader has a group. */
export function FindGroups({ isFirst }: { isFirst: boolean }) {
  const { t } = useTranslation()
  const isOffered = useFeature('openings')
  const { message } = useLoadTexts()
  const [isOpen, setIsOpen] = useState(false)
  if (!isOffered) return null
  const groups = (
    <Late load={loadGroups} waiting={<RowsSkeleton />} failed={<p role="alert">{message}</p>} />
  )
  if (isFirst)
    return (
      <section aria-labelledby="open-groups" className="mb-6">
        <h3 id="open-groups" className="font-heading text-lg font-semibold">
          {t('openings.title')}
        </h3>
        {groups}
      </section>
    )
  return (
    <Collapse
      level={3}
      title={t('openings.title')}
      titleClassName="font-heading text-lg font-semibold"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      className="mb-6"
    >
      {groups}
    </Collapse>
  )
}
