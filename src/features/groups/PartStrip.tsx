import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { joined } from '#src/ui/look.ts'
import { type GroupPart, withPart } from './parts.ts'

type Props = {
  group: GroupRow
  parts: readonly GroupPart[]
  /** Null for the overview. */
  shown: GroupPart | null
}

/** Links to the parts of an open group. The URL keeps the part, so that Back works and mails can link to it. */
export function PartStrip({ group, parts, shown }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  return (
    <nav
      aria-label={t('group_part.label', { name: group.name })}
      className="flex flex-wrap border-b border-line font-sans text-ui"
    >
      {[null, ...parts].map((part) => (
        <Link
          key={part}
          to={{ search: withPart(query, group.id, part) }}
          aria-current={part === shown ? 'true' : undefined}
          className={joined(
            'flex min-h-tap basis-1/3 items-center justify-center border-b-2 px-2 transition-colors sm:basis-auto sm:px-3',
            part === shown
              ? 'border-gold font-medium'
              : 'border-transparent text-ink-soft hover:text-ink',
          )}
        >
          {t(`group_part.${part ?? 'overview'}`)}
        </Link>
      ))}
    </nav>
  )
}
