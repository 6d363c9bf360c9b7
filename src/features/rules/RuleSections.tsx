import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListQuickSubEntriesQuery, useListRuleSubEntriesQuery } from '#src/store/rules/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { AnchorHeading } from './AnchorHeading.tsx'
import { anchorsFor } from './anchorsFor.ts'
import type { RuleEntry } from './groupEntries.ts'
import { NoSections } from './NoSections.tsx'
import { useAnchor } from './useAnchor.ts'

/** The sub-entries of a rule: title and content (behaviour 2). */
export function RuleSections({ entry }: { entry: RuleEntry }) {
  const { t } = useTranslation()
  const isQuick = entry.type === 'quick'
  const basic = useListRuleSubEntriesQuery(entry.id, { skip: isQuick })
  const quick = useListQuickSubEntriesQuery(entry.id, { skip: !isQuick })
  const result = isQuick ? quick : basic
  const sections = result.currentData
  const anchors = anchorsFor((sections ?? []).map(({ title }) => title))
  useAnchor(sections !== undefined)
  return (
    <LoadState
      result={result}
      data={sections}
      texts={useLoadTexts()}
      skeleton={
        <Skeleton className="max-w-measure space-y-4">
          <SkeletonBlock className="h-8 w-1/2" />
          <SkeletonBlock className="h-5" />
          <SkeletonBlock className="h-5 w-11/12" />
          <SkeletonBlock className="h-5 w-2/3" />
        </Skeleton>
      }
      empty={<NoSections />}
    >
      {(loaded) => (
        <div className="max-w-measure space-y-10">
          {loaded.map(({ id, title, content }, index) => (
            <section key={id}>
              <AnchorHeading anchor={anchors[index] ?? ''}>{title}</AnchorHeading>
              {content.trim() === '' ? (
                <p className="mt-2 text-ink-soft italic">{t('rules.no_content')}</p>
              ) : (
                <Prose text={content} className="mt-2 text-lg leading-relaxed" />
              )}
            </section>
          ))}
        </div>
      )}
    </LoadState>
  )
}
