import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { JoinRequest } from '#contract/openings.ts'
import { useAcceptInviteMutation } from '#src/store/groups/api.ts'
import { useWithdrawJoinRequestMutation } from '#src/store/groups/openings/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { Time } from '#src/ui/Time.tsx'

/** The reader's requests to join, with their answers. Nobody of the groups is named. */
export function OwnRequests({ requests }: { requests: readonly JoinRequest[] }) {
  const { t } = useTranslation()
  const titleId = useId()
  if (requests.length === 0) return null
  return (
    <div>
      <h4 id={titleId} className="font-sans text-sm font-bold text-ink-soft">
        {t('openings.requests')}
      </h4>
      <ul
        tabIndex={-1}
        aria-labelledby={titleId}
        className="divide-y divide-line font-sans text-ui outline-none"
      >
        {requests.map((request) => (
          <OwnRequest key={request.id} request={request} />
        ))}
      </ul>
    </div>
  )
}

function OwnRequest({ request }: { request: JoinRequest }) {
  const { group_name: group, sentence } = request
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <span>{group}</span> <State request={request} />
        {sentence !== '' && <p className="text-sm">{sentence}</p>}
      </div>
      <Act request={request} />
    </li>
  )
}

function State({ request: { answer, asked_at, again_at } }: { request: JoinRequest }) {
  const { t } = useTranslation()
  const at = { open: asked_at, declined: again_at, accepted: null, closed: null }[answer]
  return (
    <span className="text-sm text-ink-soft">
      <span>{t(`openings.state_${answer}`)}</span> <Time value={at} />
    </span>
  )
}

function Act({
  request: { id, group_id, group_name: group, answer, invite_id },
}: {
  request: JoinRequest
}) {
  const { t } = useTranslation()
  const [withdraw, withdrawing] = useWithdrawJoinRequestMutation()
  const [accept, accepting] = useAcceptInviteMutation()
  if (answer === 'open')
    return (
      <>
        <Button
          variant="quiet"
          aria-label={t('openings.withdraw_name', { group })}
          busy={withdrawing.isLoading || withdrawing.isSuccess}
          onClick={() => void withdraw({ id, group_id })}
        >
          {t('openings.withdraw')}
        </Button>
        <FormError
          message={withdrawing.error && t(refusalText(withdrawing.error, 'openings.failed'))}
        />
      </>
    )
  if (invite_id === null) return null
  return (
    <Button
      variant="primary"
      aria-label={t('openings.join_name', { group })}
      busy={accepting.isLoading || accepting.isSuccess}
      onClick={() => void accept(invite_id)}
    >
      {t('openings.join')}
    </Button>
  )
}
