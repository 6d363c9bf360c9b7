import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MUTE_LEVELS } from '#contract/groups.ts'
import { useAcceptInviteMutation, useRejectInviteMutation } from '#src/store/groups/api.ts'
import type { InviteRow } from '#src/store/groups/selectors.ts'
import { inviteMuteChosen } from '#src/store/groups/slice.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'
import { Time } from '#src/ui/Time.tsx'
import { CrestShield } from './crest/CrestShield.tsx'

export function InviteCard({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation()
  const headingId = useId()
  const { group_name: groupName, muteLevel } = invite

  const muteHintId = muteLevel === 'none' ? undefined : `${headingId}-mute`

  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4"
    >
      <div className="flex min-w-0 basis-full items-start gap-4 md:flex-1 md:basis-0">
        <CrestShield name={groupName} className="h-14 w-auto" />
        <div className="min-w-0">
          <h3
            id={headingId}
            className="text-lg leading-snug font-semibold hyphens-manual wrap-anywhere"
          >
            {groupName}
          </h3>
          <InviteFacts invite={invite} />
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
  const [accept, accepting] = useAcceptInviteMutation()
  const [reject, rejecting] = useRejectInviteMutation()
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

function InviteFacts({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation()
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 font-sans text-sm">
      <Fact term={t('dashboard.group_leader')} value={invite.group_leader} />
      <Fact term={t('dashboard.group_size')} value={String(invite.group_size)} />
      {invite.invited_by && <Fact term={t('group_page.invited_by')} value={invite.invited_by} />}
      {invite.invited_at && (
        <Fact term={t('dashboard.invited_on')} value={<Time value={invite.invited_at} />} />
      )}
    </dl>
  )
}

function Fact({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-soft">{term}</dt>
      <dd className="min-w-0 tabular wrap-anywhere">{value}</dd>
    </div>
  )
}
