import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Random } from '#src/platform/random.ts'
import { pictureOrDefault } from '#src/store/http/pictures.ts'
import { Picture } from '#src/ui/Picture.tsx'
import type { RuleEntry } from './groupEntries.ts'
import { RelatedEntries } from './RelatedEntries.tsx'

type Props = { entry: RuleEntry; rulesQuery?: string; random: Random }

/** The side column: type, image, related entries, references (behaviour 2). */
export function RuleSide({ entry, rulesQuery, random }: Props) {
  const { t } = useTranslation()
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
        <RelatedEntries entry={entry} rulesQuery={rulesQuery} random={random} />
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

function SidePart({ heading, children }: { heading: string; children: ReactNode }) {
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
