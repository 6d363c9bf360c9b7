import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MUTE_LEVELS } from '#contract/limits.ts'
import { useAcceptInviteMutation, useRejectInviteMutation } from '#src/store/api/groupsApi.ts'
import { useAppDispatch } from '#src/store/hooks.ts'
import type { InviteRow } from '#src/store/selectors/invites.ts'
import { inviteMuteChosen } from '#src/store/slices/invites.ts'
import { Button } from '#src/ui/Button.tsx'
import { Select } from '#src/ui/Select.tsx'

/** One invite with its two answers; a rejection can mute the inviter as well (SPEC 2). */
export function InviteCard({ invite }: { invite: InviteRow }) {
  const { t } = useTranslation()
  const dispatch = useAppDispatch()
  const headingId = useId()
  const [accept, accepting] = useAcceptInviteMutation()
  const [reject, rejecting] = useRejectInviteMutation()
  const { id, group_name: groupName, muteLevel } = invite

  // Once answered the invite is used up: no further answer until the list has come without it.
  const isAccepted = accepting.isLoading || accepting.isSuccess
  const isRejected = rejecting.isLoading || rejecting.isSuccess
  const muteHintId = muteLevel === 'none' ? undefined : `${headingId}-mute`

  return (
    <article
      aria-labelledby={headingId}
      className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 md:flex-row md:items-center md:justify-between"
    >
      <div className="min-w-0 md:flex-1">
        <h3 id={headingId} className="text-lg leading-snug font-semibold wrap-anywhere">
          {groupName}
        </h3>
        <dl className="mt-1 flex flex-wrap gap-x-5 font-sans text-sm">
          <Fact term={t('dashboard.group_leader')} value={invite.group_leader} />
          <Fact term={t('dashboard.group_size')} value={String(invite.group_size)} />
        </dl>
      </div>
      <div className="flex flex-wrap items-end gap-2">
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
            onClick={() => reject({ id, groupName, mute: muteLevel })}
            className="flex-1"
          >
            {t('dashboard.reject')}
          </Button>
          <Button
            busy={isAccepted}
            disabled={isRejected}
            aria-describedby={muteHintId}
            onClick={() => accept(id)}
            className="flex-1"
          >
            {t('dashboard.accept')}
          </Button>
        </div>
        {muteHintId && (
          <p id={muteHintId} className="basis-full font-sans text-sm text-ink-soft">
            {t('dashboard.mute_hint')}
          </p>
        )}
      </div>
    </article>
  )
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="shrink-0 text-ink-soft">{term}</dt>
      <dd className="min-w-0 tabular wrap-anywhere">{value}</dd>
    </div>
  )
}
