import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { REFETCH_STALE, useListInvitesQuery } from '#src/store/groups/api.ts'
import { selectInviteRows } from '#src/store/groups/selectors.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { RowsSkeleton } from '../RowsSkeleton.tsx'
import { useFocusAfterRemoval } from '../useFocusAfterRemoval.ts'
import { InviteCard } from './InviteCard.tsx'
import { MutedUsers } from './MutedUsers.tsx'

export function InvitesTab() {
  const { t } = useTranslation()
  const result = useListInvitesQuery(undefined, REFETCH_STALE)
  const rows = useAppSelector(selectInviteRows)
  const section = useFocusAfterRemoval<HTMLElement>(rows.length)

  return (
    <>
      <section
        ref={section}
        tabIndex={-1}
        aria-labelledby="invites-heading"
        className="outline-none"
      >
        <h2 id="invites-heading" className="sr-only">
          {t('dashboard.tab_invites')}
        </h2>
        <LoadState
          result={result}
          texts={useLoadTexts()}
          skeleton={<RowsSkeleton withActions />}
          empty={
            <EmptyState
              drawing="invites"
              message={t('dashboard.no_invites')}
              hint={t('dashboard.no_invites_hint')}
            />
          }
        >
          {() => (
            <div className="divide-y divide-line rounded border border-line bg-vellum">
              {rows.map((invite) => (
                <InviteCard key={invite.id} invite={invite} />
              ))}
            </div>
          )}
        </LoadState>
      </section>
      <MutedUsers />
    </>
  )
}
