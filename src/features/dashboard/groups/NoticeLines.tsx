import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useDismissNoticesMutation } from '#src/store/groups/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Time } from '#src/ui/Time.tsx'

/** What other members did in the owner's group, until it is dismissed; only with servers that send it. */
export function NoticeLines({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const linesId = useId()
  const [dismiss] = useDismissNoticesMutation()
  const [newest] = group.notices ?? []
  if (newest === undefined) return null

  return (
    <div className="mb-3 flex items-start gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-sm sm:ms-8">
      <div id={linesId} className="min-w-0 flex-1 py-2.5">
        {group.notices?.map(({ id, kind, name, happened_at }) => (
          <p key={id} className="wrap-anywhere">
            {t(`dashboard.notice_${kind}`, { name })}{' '}
            <Time value={happened_at} className="whitespace-nowrap text-ink-soft" />
          </p>
        ))}
      </div>
      <IconButton
        icon="close"
        label={t('dashboard.dismiss_notices')}
        aria-describedby={linesId}
        onClick={() => dismiss({ groupId: group.id, upTo: newest.id })}
        className="shrink-0"
      />
    </div>
  )
}
