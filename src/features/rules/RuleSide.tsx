import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { draw, type Random } from '#src/platform/random.ts'
import { pictureOrDefault } from '#src/store/http/pictures.ts'
import { useListQuickEntriesQuery, useListRuleEntriesQuery } from '#src/store/rules/api.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import type { RuleEntry } from './groupEntries.ts'
import { type RuleItemState, ruleItemPath } from './ruleNavigation.ts'

const RELATED_MAX = 3

type Props = { entry: RuleEntry; rulesQuery?: string; random: Random }

export function RuleSide(props: Props) {
  const { t } = useTranslation()
  const { entry } = props
  return (
    <aside aria-label={t('rules.information')} className="space-y-8 print:hidden">
      <div>
        <h2 className="font-heading text-xl font-bold text-gold-deep">
          {t(entry.type === 'quick' ? 'rules.quick_rule' : 'rules.basic_rule')}
        </h2>
        <Picture
          {...pictureOrDefault(entry, 'rule')}
          alt={entry.title}
          width={960}
          height={640}
          sizes="(min-width: 1024px) 19rem, 100vw"
          className="mt-3 aspect-3/2 w-full rounded"
        />
      </div>
      <SidePart heading={t('rules.related')}>
        <RelatedEntries {...props} />
      </SidePart>
      <SidePart heading={t('rules.references')}>
        {/* As specified: always this sentence (ruling 25). */}
        <p role="status" className="mt-2 text-ink-soft">
          {t('rules.no_references')}
        </p>
      </SidePart>
    </aside>
  )
}

function SidePart({ heading, children }: { heading: string; children: Elements }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-heading text-lg font-bold">
        {heading}
      </h3>
      {children}
    </section>
  )
}

/** Others of the same sub-category. Each type has its own list: their ids are not the same (ruling 24). */
function RelatedEntries({ entry, ...rest }: Props) {
  const isQuick = entry.type === 'quick'
  const subcategory = isQuick ? entry.quick_subcategory : entry.subcategory
  const query = { subcategory: String(subcategory) }
  const basic = useListRuleEntriesQuery(query, { skip: isQuick || subcategory === null })
  const quick = useListQuickEntriesQuery(query, { skip: !isQuick || subcategory === null })
  const { currentData, isFetching } = isQuick ? quick : basic

  if (!currentData && isFetching)
    return (
      <Skeleton count={2} className="mt-2 space-y-2">
        <SkeletonBlock className="h-8" />
      </Skeleton>
    )
  const others: RuleEntry[] = (currentData?.entries ?? []).filter(({ id }) => id !== entry.id)
  return <RandomEntries key={`${entry.type}-${entry.id}`} others={others} {...rest} />
}

type RandomProps = Omit<Props, 'entry'> & { others: readonly RuleEntry[] }

/** Up to three, chosen at random on mount: neither a render nor a refetch chooses again. */
function RandomEntries({ others, rulesQuery, random }: RandomProps) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  const [chosen] = useState(() => draw(others, RELATED_MAX, random))
  if (chosen.length === 0)
    return (
      <p role="status" className="mt-2 text-ink-soft">
        {t('rules.no_related')}
      </p>
    )
  return (
    <ul className="mt-2">
      {chosen.map((related) => (
        <li key={related.id} className="border-t border-line">
          <Link
            to={ruleItemPath(related.id)}
            lang={langOf(related.language)}
            state={{ entry: related, rulesQuery } satisfies RuleItemState}
            className="flex min-h-tap items-center py-2 leading-snug no-underline underline-offset-4 wrap-anywhere hover:text-gold-deep hover:underline"
          >
            {related.title}
          </Link>
        </li>
      ))}
    </ul>
  )
}
