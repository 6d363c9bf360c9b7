import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MUTE_LEVELS, type Mute } from '#contract/groups.ts'
import { groupsApi, REFETCH_STALE } from '#src/store/groups/api.ts'
import { type InviteRow, selectInviteRows } from '#src/store/groups/selectors.ts'
import { inviteMuteChosen } from '#src/store/groups/slice.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { useKeptFocus } from '#src/ui/focus.ts'
import { EmptyState, LoadState } from '#src/ui/LoadState.tsx'
import { Select } from '#src/ui/Select.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { Time } from '#src/ui/Time.tsx'
import { LateMenu } from '../reports/LateMenu.tsx'
import { CrestShield } from './crest/CrestShield.tsx'
import { RowsSkeleton } from './MemberList.tsx'

function InviteCard({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { group_name: groupName, muteLevel } = invite
  const sender = invite.invited_by ?? invite.group_leader

  const muteHintId = muteLevel === 'none' ? undefined : `${headingId}-mute`

  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4"
    >
      <div className="flex min-w-0 basis-full items-start gap-4 md:flex-1 md:basis-0">
        <CrestShield row={`invite ${invite.id}`} name={groupName} className="h-14 w-auto" />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-2">
            <h3
              id={headingId}
              className="min-w-0 flex-1 text-lg leading-snug font-semibold hyphens-manual wrap-anywhere"
            >
              {groupName}
            </h3>
            <div className="-my-2">
              <LateMenu about={sender} by={sender} />
            </div>
          </div>
          <Facts
            facts={[
              [t('dashboard.group_leader'), invite.group_leader],
              [t('dashboard.group_size'), String(invite.group_size)],
              [t('group_page.invited_by'), invite.invited_by],
              [t('dashboard.invited_on'), invite.invited_at && <Time value={invite.invited_at} />],
            ]}
          />
        </div>
      </div>
      <InviteActions invite={invite} muteHintId={muteHintId} />
      {muteHintId && (
        <p id={muteHintId} className="basis-full md:text-end font-sans text-sm text-ink-soft">
          {t('dashboard.mute_hint')}
        </p>
      )}
    </article>
  )
}

type ActionsProps = { invite: InviteRow; muteHintId: string | undefined }

function InviteActions({ invite, muteHintId }: ActionsProps) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const [accept, accepting] = groupsApi.useAcceptInviteMutation()
  const [reject, rejecting] = groupsApi.useRejectInviteMutation()
  const { id, group_name: groupName, muteLevel } = invite

  // Busy until the refetched list no longer has the invite.
  const isAccepted = accepting.isLoading || accepting.isSuccess
  const isRejected = rejecting.isLoading || rejecting.isSuccess
  return (
    <div className="flex flex-wrap items-end gap-2 max-md:basis-full">
      <Select
        label={t('dashboard.mute')}
        value={muteLevel}
        options={MUTE_LEVELS.map((level) => ({
          value: level,
          label: t(`dashboard.mute_${level}`),
        }))}
        onChange={(level) => dispatch(inviteMuteChosen({ id, level }))}
        describedBy={muteHintId}
        className="min-w-44 flex-1"
      />
      <div className="flex flex-1 gap-2">
        <Button
          variant="quiet"
          busy={isRejected}
          disabled={isAccepted}
          onClick={() => reject({ id, group_name: groupName, mute_level: muteLevel })}
          className="flex-1"
        >
          {t('dashboard.reject')}
        </Button>
        <Button
          variant="primary"
          busy={isAccepted}
          disabled={isRejected}
          aria-describedby={muteHintId}
          onClick={() => accept(id)}
          className="flex-1"
        >
          {t('dashboard.accept')}
        </Button>
      </div>
    </div>
  )
}

export function InvitesTab() {
  const { t } = useTranslation()
  const result = groupsApi.useListInvitesQuery(undefined, REFETCH_STALE)
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
  const result = groupsApi.useListMutesQuery(undefined, REFETCH_STALE)
  return (
    <div className="mt-6 border-y border-line">
      <SummaryRow
        name="muted"
        level={2}
        title={t('dashboard.muted_users')}
        fact={null}
        hint={t('settings.show')}
      >
        <LoadState
          result={result}
          skeleton={<SkeletonBars count={2} />}
          empty={
            <p role="status" className="font-body">
              {t('dashboard.no_muted_users')}
            </p>
          }
        >
          {(mutes) => (
            <ul
              aria-label={t('dashboard.muted_users')}
              className="w-full divide-y divide-line rounded border border-line bg-vellum"
            >
              {mutes.map((mute) => (
                <MutedUser key={mute.id} mute={mute} />
              ))}
            </ul>
          )}
        </LoadState>
      </SummaryRow>
    </div>
  )
}

function MutedUser({ mute }: { mute: Mute }) {
  const { t } = useTranslation()
  const [unmute, { isLoading, isSuccess }] = groupsApi.useUnmuteMutation()
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
