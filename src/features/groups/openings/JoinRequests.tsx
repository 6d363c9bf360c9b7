import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { WaitingRequest } from '#contract/openings.ts'
import { openingsApi } from '#src/store/groups/openings/api.ts'
import { type GroupRow, requestsOf } from '#src/store/groups/selectors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { Time } from '#src/ui/Time.tsx'
import { ThingMenu } from '../../reports/ThingMenu.tsx'
import { TitledList } from '../MemberList.tsx'
import { LineForm } from './LineForm.tsx'

export function JoinRequests({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const { data, isLoading } = openingsApi.useGetOpeningQuery(group.id, {
    refetchOnMountOrArgChange: 5,
  })
  if (isLoading && requestsOf(group) > 0) return <SkeletonBars count={1} />
  if (data === undefined || data.requests.length === 0) return null
  return (
    <TitledList title={t('openings.waiting')}>
      {data.requests.map((request) => (
        <Row key={request.id} group={group.id} request={request} />
      ))}
    </TitledList>
  )
}

type RowProps = { group: GroupId; request: WaitingRequest }

function Row({ group, request }: RowProps) {
  const { t } = useTranslation()
  const [isDeclining, setIsDeclining] = useState(false)
  const [accept, { isLoading, isSuccess, error }] = openingsApi.useAcceptJoinRequestMutation()
  const { id, name, message, asked_at } = request
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
      <div className="min-w-0 flex-1 wrap-anywhere max-sm:basis-full">
        <span>{name}</span> <Time value={asked_at} className="text-sm text-ink-soft" />
        {message !== '' && <p className="text-sm">{message}</p>}
      </div>
      {!isDeclining && (
        <div className="flex gap-2 max-sm:basis-full">
          <Button
            variant="quiet"
            aria-label={t('openings.decline_name', { name })}
            onClick={() => setIsDeclining(true)}
          >
            {t('openings.decline')}
          </Button>
          <Button
            variant="primary"
            aria-label={t('openings.accept_name', { name })}
            busy={isLoading || isSuccess}
            onClick={() => void accept({ group_id: group, id })}
          >
            {t('openings.accept')}
          </Button>
          <ThingMenu about={name} by={name} />
        </div>
      )}
      {isDeclining && (
        <div className="basis-full">
          <DeclineForm group={group} request={request} onClose={() => setIsDeclining(false)} />
        </div>
      )}
      <FormError message={refusalText(error, t, 'openings.accept_failed')} />
    </li>
  )
}

function DeclineForm({ group, request, onClose }: RowProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const [decline] = openingsApi.useDeclineJoinRequestMutation()
  const { id, name } = request
  return (
    <LineForm
      title={t('openings.decline_title', { name })}
      label={t('openings.answer')}
      hint={t('openings.answer_hint', { name })}
      send={t('openings.decline_send')}
      close={t('openings.keep')}
      keep={`decline/${id}`}
      onSend={async (sentence) => (await decline({ group_id: group, id, sentence })).error}
      onClose={onClose}
    />
  )
}
