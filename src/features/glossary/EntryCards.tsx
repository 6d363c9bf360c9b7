import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { selectExpandedEntryIds, selectLinkedId } from '#src/store/glossary/slice.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { joined } from '#src/ui/look.ts'
import { EntryCard } from './EntryCard.tsx'

type Props = {
  entries: readonly GlossaryEntry[]
  /** How many of them are visible. */
  count: number
  /** They belong to earlier filters, whose successors are loading. */
  isOld: boolean
  onDelete: (entry: GlossaryEntry) => void
}

export function EntryCards({ entries, count, isOld, onDelete }: Props) {
  const expandedIds = useAppSelector(selectExpandedEntryIds)
  const linkedId = useAppSelector(selectLinkedId)
  return (
    <div className={joined('space-y-3 transition-opacity', isOld && 'opacity-60')}>
      {entries.slice(0, count).map((entry) => (
        <EntryCard
          key={entry.id}
          entry={entry}
          isExpanded={expandedIds.includes(entry.id)}
          isLinked={entry.id === linkedId && !isOld}
          onDelete={onDelete}
        />
      ))}
    </div>
  )
}
