import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupLogEntry, GroupLog as Log } from '#contract/groupPage.ts'
import type { GroupId } from '#contract/ids.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { listed } from '#src/platform/intl.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { FormError } from '#src/ui/Field.tsx'
import { joined } from '#src/ui/look.ts'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { TimeSpan } from '#src/ui/Time.tsx'
import { useLanguage } from '#src/ui/useLanguage.ts'

const { useLazyListGroupLogQuery } = groupPageApi

/** Kinds without a row, from a newer server, are left out. */
const TEXTS: Readonly<Record<string, MessageKey>> = {
  founded: 'group_page.log_founded',
  invited: 'group_page.log_invited',
  joined: 'group_page.log_joined',
  left: 'group_page.log_left',
  removed: 'group_page.log_removed',
  owner_changed: 'group_page.log_owner_changed',
  co_owner_made: 'group_page.log_co_owner_made',
  co_owner_unmade: 'group_page.log_co_owner_unmade',
  page_changed: 'group_page.log_page_changed',
  link_made: 'group_page.log_link_made',
  link_revoked: 'group_page.log_link_revoked',
  invited_by_mail: 'group_page.log_invited_by_mail',
  poll_made: 'group_page.log_poll_made',
  poll_changed: 'group_page.log_poll_changed',
  poll_cancelled: 'group_page.log_poll_cancelled',
  session_made: 'group_page.log_session_made',
  session_moved: 'group_page.log_session_moved',
  session_cancelled: 'group_page.log_session_cancelled',
  recap_written: 'group_page.log_recap_written',
  session_restored: 'group_page.log_session_restored',
  renamed: 'group_page.log_renamed',
  team_invited: 'group_page.log_team_invited',
  opened: 'group_page.log_opened',
  opening_closed: 'group_page.log_opening_closed',
  team_closed_opening: 'group_page.log_team_closed_opening',
}
const PARTS: Readonly<Record<string, MessageKey>> = {
  purpose: 'group_page.part_purpose',
  note: 'group_page.part_note',
  talk_url: 'group_page.part_talk_url',
  // Earlier versions let owners choose it.
  crest: 'group_page.part_crest',
}

type Props = { groupId: GroupId; first: Log }

/** Activity of the group, newest first. @param first first page of the log, which the group's page includes */
export function GroupLog({ groupId, first }: Props) {
  const { t } = useTranslation()
  const [read, { isFetching, isError }] = useLazyListGroupLogQuery()
  const [older, setOlder] = useState<readonly Log[]>([])
  const pages = [first, ...older]
  const next = pages.at(-1)?.next ?? null
  const entries = pages.flatMap((page) => page.entries)
  const handleMore = async () => {
    if (next === null) return
    const { data } = await read({ id: groupId, before: next })
    if (data) setOlder((known) => [...known, data])
  }
  if (entries.length === 0)
    return <p className="font-sans text-ui text-ink-soft">{t('group_page.log_empty')}</p>
  return (
    <>
      <ol
        tabIndex={-1}
        aria-label={t('group_page.log')}
        className="divide-y divide-line outline-none"
      >
        {entries.map((entry) => (
          <LogEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {next !== null && (
        <ShowMore
          label={t('group_page.log_more')}
          isBusy={isFetching}
          onShowMore={() => void handleMore()}
        />
      )}
      <FormError message={isError ? t('group_page.failed') : undefined} />
    </>
  )
}

function LogEntry({ entry }: { entry: GroupLogEntry }) {
  const { t } = useTranslation()
  const text = textOf(entry, t, useLanguage())
  if (text === null) return null
  // A username stays as it is written.
  const first = entry.kind === 'owner_changed' ? entry.subject : entry.actor
  return (
    <li className="py-2 font-sans sm:flex sm:items-baseline sm:justify-between sm:gap-4">
      <p className={joined('min-w-0 text-ui wrap-anywhere', !first && 'first-letter:uppercase')}>
        {text}
      </p>
      <p className="shrink-0 text-sm text-ink-soft">
        <TimeSpan start={entry.happened_at} />
      </p>
    </li>
  )
}

function textOf(
  { kind, actor, subject, detail }: GroupLogEntry,
  t: TFunction,
  language: string,
): string | null {
  const key = TEXTS[kind]
  if (key === undefined) return null
  const former = t('group_page.log_former')
  const parts = (detail ?? '').split(',').flatMap((part) => PARTS[part] ?? [])
  const changed = listed(
    parts.map((part) => t(part)),
    language,
  )
  const people = { actor: actor ?? former, subject: subject ?? former }
  return t(key, { ...people, detail: detail ?? '', parts: changed })
}
