import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFeature } from '#src/store/account/selectors.ts'
import { Collapse } from '#src/ui/Collapse.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Late } from '#src/ui/Late.tsx'
import { OpeningSkeleton } from './OpeningSkeleton.tsx'

const loadGroups = async () =>
  (await import(/* webpackChunkName: "openings" */ './OpenGroups.tsx')).OpenGroups

type Props = {
  /** Number of the reader's groups; undefined if it is not known. */
  groups: number | undefined
  /** Shown below, in an empty tab not before the list, which would move it. */
  children: Elements
}

/** Groups that look for players, if the server announces them: a disclosure once the reader has a group. */
export function FindGroups({ groups, children }: Props) {
  const { t } = useTranslation()
  const isOffered = useFeature('openings') && groups !== undefined
  const [isOpen, setIsOpen] = useState(false)
  if (!isOffered) return children
  const isFirst = groups === 0
  const list = (
    <Late
      load={loadGroups}
      props={isFirst ? { below: children } : {}}
      waiting={<OpeningSkeleton />}
      failed={
        <>
          <p role="alert">{t('errors.load_failed')}</p>
          {isFirst && children}
        </>
      }
    />
  )
  if (isFirst)
    return (
      <>
        <h3 className="font-heading text-lg font-semibold">{t('openings.title')}</h3>
        {list}
      </>
    )
  return (
    <>
      <Collapse
        level={3}
        title={t('openings.title')}
        titleClassName="font-heading text-lg font-semibold"
        open={isOpen}
        onToggle={() => setIsOpen(!isOpen)}
        className="mb-6"
      >
        {list}
      </Collapse>
      {children}
    </>
  )
}
