import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { JoinRequest, OpenGroup } from '#contract/openings.ts'
import { useAskToJoinMutation } from '#src/store/groups/openings/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { Time } from '#src/ui/Time.tsx'
import { CrestShield } from '../crest/CrestShield.tsx'
import { LineForm } from './LineForm.tsx'
import { OpeningFacts } from './OpeningFacts.tsx'

type Props = {
  group: OpenGroup
  /** The reader's last one to this group. */
  request: JoinRequest | undefined
}

/** A group that looks for players, with the way to ask. */
export function OpenGroupCard({ group, request }: Props) {
  const { t } = useTranslation()
  const headingId = useId()
  return (
    <li>
      <article
        aria-labelledby={headingId}
        className="flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4"
      >
        <div className="flex min-w-0 basis-full items-start gap-4 md:flex-1 md:basis-0">
          <CrestShield name={group.group_name} crest={group.crest} className="h-14 w-auto" />
          <div className="min-w-0">
            <h4 id={headingId} className="text-lg leading-snug font-semibold wrap-anywhere">
              {group.group_name}
            </h4>
            {group.beginners && <p className="font-sans text-sm">{t('openings.beginners')}</p>}
            <OpeningFacts opening={group} />
          </div>
        </div>
        <Asking group={group} request={request} />
      </article>
    </li>
  )
}

function Asking({ group, request }: Props) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  if (request?.answer === 'open')
    return <p className="text-sm text-ink-soft">{t('openings.asked')}</p>
  // The list is another answer than the requests, and may be older.
  if (typeof request?.invite_id === 'number')
    return <p className="text-sm text-ink-soft">{t('openings.state_accepted')}</p>
  if (request?.again_at)
    return (
      <p className="text-sm text-ink-soft">
        <span>{t('openings.declined_until')}</span> <Time value={request.again_at} />
      </p>
    )
  // A line of its own: beside it the texts of the group would shrink to nothing.
  if (isAsking)
    return (
      <div className="basis-full">
        <AskForm group={group} onClose={() => setIsAsking(false)} />
      </div>
    )
  return (
    <Button
      icon="userPlus"
      aria-label={t('openings.ask_name', { group: group.group_name })}
      onClick={() => setIsAsking(true)}
    >
      {t('openings.ask')}
    </Button>
  )
}

function AskForm({ group, onClose }: { group: OpenGroup; onClose: () => void }) {
  const { t } = useTranslation()
  const [ask] = useAskToJoinMutation()
  const handleSend = async (message: string) => {
    const { error } = await ask({ id: group.id, message })
    if (!error) onClose()
    return error
  }
  return (
    <LineForm
      title={t('openings.ask_name', { group: group.group_name })}
      label={t('openings.message')}
      hint={t('openings.message_hint')}
      send={t('openings.send')}
      close={t('openings.cancel')}
      keep={`ask/${group.id}`}
      onSend={handleSend}
      onClose={onClose}
    />
  )
}
