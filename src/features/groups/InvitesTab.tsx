import { useTranslation } from 'react-i18next'
import type { Mute } from '#contract/groups.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import {
  REFETCH_STALE,
  useListInvitesQuery,
  useListMutesQuery,
  useUnmuteMutation,
} from '#src/store/groups/api.ts'
import { selectInviteRows } from '#src/store/groups/selectors.ts'
import { mutedListToggled } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { useKeptFocus } from '#src/ui/useKeptFocus.ts'
import { InviteCard } from './InviteCard.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'

export function InvitesTab() {
  const { t } = useTranslation()
  const result = useListInvitesQuery(undefined, REFETCH_STALE)
  const rows = useAppSelector(selectInviteRows)
  useKeptFocus()

  return (
    <>
      <section tabIndex={-1} aria-labelledby="invites-heading" className="outline-none">
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

function MutedUsers() {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const result = useListMutesQuery(undefined, REFETCH_STALE)
  const isOpen = useAppSelector((state) => state.mutes.isOpen)

  return (
    <div tabIndex={-1} className="mt-6 outline-none">
      <Collapse
        level={2}
        title={t('dashboard.muted_users')}
        titleClassName="font-heading text-lg font-semibold"
        open={isOpen}
        onToggle={() => dispatch(mutedListToggled())}
      >
        <LoadState
          result={result}
          texts={useLoadTexts()}
          skeleton={<SkeletonBars count={2} />}
          empty={
            <p role="status" className="py-2 font-body sm:ps-8">
              {t('dashboard.no_muted_users')}
            </p>
          }
        >
          {(mutes) => (
            <ul
              aria-label={t('dashboard.muted_users')}
              className="divide-y divide-line rounded border border-line bg-vellum"
            >
              {mutes.map((mute) => (
                <MutedUser key={mute.id} mute={mute} />
              ))}
            </ul>
          )}
        </LoadState>
      </Collapse>
    </div>
  )
}

function MutedUser({ mute }: { mute: Mute }) {
  const { t } = useTranslation()
  const [unmute, { isLoading, isSuccess }] = useUnmuteMutation()
  const { id, mute_invites_from_name: name, duration_left: count } = mute

  return (
    <li className="flex items-center gap-3 px-4 py-1.5">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 font-sans text-ui">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-soft tabular">{t('dashboard.days_left', { count })}</span>
      </div>
      <Button
        variant="quiet"
        aria-label={t('dashboard.unmute_name', { name })}
        busy={isLoading || isSuccess}
        onClick={() => unmute(id)}
        className="shrink-0"
      >
        {t('dashboard.unmute')}
      </Button>
    </li>
  )
}
