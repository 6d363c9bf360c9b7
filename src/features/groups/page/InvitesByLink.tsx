import type { TFunction } from 'i18next'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InviteLink, NewInviteLink } from '#contract/groupPage.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListInviteLinksQuery, useRevokeInviteLinkMutation } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { FormError } from '#src/ui/FieldError.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { MoreMenu } from '#src/ui/MoreMenu.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { Time } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { MailInviteForm } from './MailInviteForm.tsx'
import { NewLink } from './NewLink.tsx'
import { NewLinkForm } from './NewLinkForm.tsx'

/** Invites by link and by email, for people with or without an account. */
export function InvitesByLink({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const result = useListInviteLinksQuery(group.id, { refetchOnMountOrArgChange: true })
  const [made, setMade] = useState<NewInviteLink | null>(null)
  const [revoke, revoking] = useRevokeInviteLinkMutation()
  const confirm = useConfirm()
  const titleId = useId()
  const handleRevoke = async ({ id }: InviteLink) => {
    const isSure = await confirm({
      title: t('invite_link.revoke'),
      text: t('invite_link.revoke_text'),
      yes: t('invite_link.revoke'),
      no: t('invite_link.keep'),
    })
    if (!isSure) return
    setMade((shown) => (shown?.link.id === id ? null : shown))
    void revoke({ group_id: group.id, id })
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="grid w-full gap-x-8 gap-y-6 md:grid-cols-2">
        <section aria-labelledby={titleId}>
          <h4 id={titleId} className="mb-1 font-sans text-sm font-bold text-ink-soft">
            {t('invite_link.title')}
          </h4>
          <p className="max-w-measure pb-3 font-sans text-sm text-ink-soft">
            {t('invite_link.lead')}
          </p>
          {made ? (
            <NewLink group={group.name} secret={made.secret} onDone={() => setMade(null)} />
          ) : (
            <NewLinkForm group={group} onMade={setMade} />
          )}
        </section>
        <MailInviteForm group={group} />
      </div>
      <FormError message={revoking.isError ? t('invite_link.failed') : undefined} />
      <LoadState result={result} texts={useLoadTexts()} skeleton={<SkeletonBars count={1} />}>
        {(links) => <OpenLinks links={links} onRevoke={(link) => void handleRevoke(link)} />}
      </LoadState>
    </div>
  )
}

const linkText = ({ email, uses_left: count }: InviteLink, t: TFunction): string =>
  email === null ? t('invite_link.left', { count }) : t('mail_invite.sent_to', { email })

type OpenLinksProps = { links: readonly InviteLink[]; onRevoke: (link: InviteLink) => void }

function OpenLinks({ links, onRevoke }: OpenLinksProps) {
  const { t } = useTranslation()
  const titleId = useId()
  if (links.length === 0) return null
  return (
    <div className="w-full">
      <h4 id={titleId} className="font-sans text-sm font-bold text-ink-soft">
        {t('invite_link.open')}
      </h4>
      <ul
        tabIndex={-1}
        aria-labelledby={titleId}
        className="divide-y divide-line font-sans text-ui outline-none"
      >
        {links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span>{linkText(link, t)}</span>{' '}
              <span className="text-sm text-ink-soft">
                <span>
                  {`${t('invite_link.by', { name: link.created_by })}, ${t('invite_link.until')}`}
                </span>{' '}
                <Time value={link.expires_at} />
              </span>
            </span>
            <MoreMenu
              label={t('invite_link.more', { link: linkText(link, t) })}
              actions={[
                {
                  label: t('invite_link.revoke'),
                  icon: 'close',
                  isDanger: true,
                  onSelect: () => onRevoke(link),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
