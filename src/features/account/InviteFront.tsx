import { useTranslation } from 'react-i18next'
import type { InviteLinkLook } from '#contract/groupPage.ts'
import { announces } from '#src/platform/page.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { TimeSpan } from '#src/ui/Time.tsx'
import { CrestShield } from '../groups/crest/CrestShield.tsx'

/** What the invite is to, or why it cannot be told. */
export function InviteFront({ secret }: { secret: string }) {
  const { t } = useTranslation()
  const skip = !announces('invite_look')
  const { data, error, isLoading } = groupPageApi.useLookAtInviteLinkQuery({ secret }, { skip })
  const isOver = codesOf(error).includes('invite_link_over')
  const text = t(isOver ? 'invite_link.over' : 'invite_link.login_hint')
  return (
    <div role="status" aria-label={t('invite_link.arrival')}>
      {data ? <Group look={data} /> : !isLoading && <p className="font-sans text-ui">{text}</p>}
    </div>
  )
}

function Group({ look: { group_name, invited_by, crest, members, next_start } }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start gap-4">
      <CrestShield name={group_name} crest={crest} className="h-16 w-auto" />
      <div className="min-w-0 font-sans text-ui wrap-anywhere">
        <p>
          <span>{t('invite_link.invites_to', { name: invited_by })}</span>{' '}
          <strong className="block font-heading text-2xl leading-snug">{group_name}</strong>
        </p>
        {members !== undefined && (
          <p className="mt-1 text-ink-soft">{t('invite_link.players', { count: members })}</p>
        )}
        {next_start && (
          <p className="text-ink-soft">
            {t('invite_link.next_date')} <TimeSpan start={next_start} />
          </p>
        )}
      </div>
    </div>
  )
}

type Props = { look: InviteLinkLook }
