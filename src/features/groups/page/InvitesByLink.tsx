import { skipToken } from '@reduxjs/toolkit/query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import {
  type InviteLink,
  LINK_DAYS_MAX,
  LINK_USES_MAX,
  MAIL_INVITE_DAYS,
  MAIL_INVITES_MAX,
  type NewInviteLink,
} from '#contract/groupPage.ts'
import { LINK_HASH } from '#contract/pages.ts'
import { FocusedHeading } from '#kit/FocusedHeading.tsx'
import { QrCode } from '#kit/QrCode.tsx'
import { plainDigits } from '#shared/digits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { pageOrigin } from '#src/platform/env.ts'
import { printAlone } from '#src/platform/output.ts'
import { printPage } from '#src/platform/page.ts'
import { groupPageApi } from '#src/store/groups/page/api.ts'
import type { GroupRow } from '#src/store/groups/selectors.ts'
import { codesOf } from '#src/store/http/errors.ts'
import { refusalOf } from '#src/store/refusals.ts'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit, useForm } from '#src/ui/form/Form.tsx'
import { isEmail } from '#src/ui/form/rules.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { MoreMenu } from '#src/ui/MoreMenu.tsx'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { TitledList } from '../MemberList.tsx'

type NewLinkFormProps = { group: GroupRow; onMade: (made: NewInviteLink) => void }
type Limits = { days: string; uses: string }
const MAX = { days: LINK_DAYS_MAX, uses: LINK_USES_MAX }

/** NaN unless it is a whole number. */
const numberIn = (text: string): number => {
  const digits = plainDigits(text).trim()
  return /^\d{1,3}$/.test(digits) ? Number(digits) : Number.NaN
}

const isWithin = (text: string, max: number) => numberIn(text) >= 1 && numberIn(text) <= max

/** Keys of the messages are the names of the fields; the text has the number. */
const limitsBroken = ({ days, uses }: Limits) => ({
  ...(!isWithin(days, MAX.days) && { days: 'days' as const }),
  ...(!isWithin(uses, MAX.uses) && { uses: 'uses' as const }),
})

function NewLinkForm({ group, onMade }: NewLinkFormProps) {
  const { t } = useTranslation()
  const [create, { reset }] = groupPageApi.useCreateInviteLinkMutation()
  const form = useForm({
    initial: { days: '7', uses: '5' },
    rules: limitsBroken,
    say: (limit) => t('invite_link.bad_number', { max: MAX[limit] }),
  })

  const handleSubmit = async ({ days, uses }: Limits) => {
    const { data, error } = await create({
      id: group.id,
      days: numberIn(days),
      uses: numberIn(uses),
    })
    if (data === undefined) return refusalOf(error, t, 'invite_link.make_failed')
    // The cache of the call does not keep the secret.
    reset()
    onMade(data)
    return undefined
  }
  return (
    <Form form={form} aria-label={t('invite_link.form')} onSubmit={handleSubmit}>
      <p className="max-w-measure font-sans text-sm text-ink-soft">{t('invite_link.lead')}</p>
      <div className="grid w-full items-end gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('days')}
          label={t('invite_link.days')}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...form.field('uses')}
          label={t('invite_link.uses')}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <FormError {...form.error} />
      <Submit of={form} variant="secondary" icon="plus">
        {t('invite_link.make')}
      </Submit>
    </Form>
  )
}

type Guest = { email: string }

const guestProblems = ({ email }: Guest) =>
  isEmail(email) ? {} : ({ email: 'mail_invite.bad_email' } as const)

/** Invites by e-mail. The response does not say whether the address has an account. */
export function MailInviteForm({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [invite, { data }] = groupPageApi.useInviteByMailMutation()
  const form = useForm({
    initial: { email: '' },
    rules: guestProblems,
    say: t,
    keep: `mailInvite/${group.id}`,
  })

  const handleSubmit = async (typed: Guest) => {
    const { error } = await invite({ id: group.id, email: typed.email.trim() })
    if (!error) form.clear(typed)
    const codes = codesOf(error)
    if (codes.includes('invalid')) return { fields: { email: t('mail_invite.bad_email') } }
    const say = (key: MessageKey) => t(key, { max: MAIL_INVITES_MAX })
    const isThrottled = codes.includes('throttled')
    return refusalOf(error, say, isThrottled ? 'mail_invite.throttled' : 'mail_invite.failed')
  }
  return (
    <Form form={form} aria-label={t('mail_invite.title')} onSubmit={handleSubmit}>
      <TextField
        {...form.field('email')}
        label={t('mail_invite.email')}
        hint={t('mail_invite.hint', { days: MAIL_INVITE_DAYS })}
        type="email"
        name="guest"
        // The address of another person.
        autoComplete="off"
        maxLength={TEXT_MAX}
        className="w-full"
      />
      <FormError {...form.error} />
      <Submit of={form} variant="secondary">
        {t('mail_invite.send')}
      </Submit>
      <p role="status" className="font-sans text-ui wrap-anywhere text-ink-soft empty:sr-only">
        {data && t('mail_invite.sent', { email: data.email })}
      </p>
    </Form>
  )
}

type Props = { group: string; secret: string; onDone: () => void }

/** The only time that the link is shown. Printing prints nothing else. */
function NewLink({ group, secret, onDone }: Props) {
  const { t } = useTranslation()
  const url = `${pageOrigin()}/discordia/dashboard${LINK_HASH}${secret}`
  return (
    <div ref={printAlone} className="flex w-full max-w-measure flex-col items-start gap-4">
      <FocusedHeading level={5} className="font-sans text-ui font-bold outline-none print:hidden">
        {t('invite_link.new_title')}
      </FocusedHeading>
      <p className="font-sans text-ui print:hidden">{t('invite_link.new_lead')}</p>
      <p className="hidden text-xl print:block">{t('invite_link.print_title', { group })}</p>
      <QrCode
        text={url}
        label={t('invite_link.qr')}
        className="max-w-full rounded border border-line"
      />
      <p className="font-sans text-sm wrap-anywhere">
        <span className="sr-only">{t('invite_link.url')}: </span>
        <span>{url}</span>
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton
          text={url}
          variant="primary"
          label={t('invite_link.copy')}
          copied={t('second_step.copied')}
          notCopied={t('second_step.not_copied')}
        />
        <Button onClick={printPage}>{t('invite_link.print')}</Button>
        <Button onClick={onDone}>{t('invite_link.done')}</Button>
      </div>
    </div>
  )
}

/** Invites by link and by email, for people with or without an account, behind one button. */
export function InvitesByLink({ group }: { group: GroupRow }) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<NewInviteLink | null>(null)
  const result = groupPageApi.useListInviteLinksQuery(isOpen ? group.id : skipToken, {
    refetchOnMountOrArgChange: true,
  })
  const [way, setWay] = useState<'link' | 'email'>('link')
  const [revoke, revoking] = groupPageApi.useRevokeInviteLinkMutation()
  const confirm = useConfirm()
  const handleRevoke = ({ id }: InviteLink) =>
    confirm({
      title: t('invite_link.revoke'),
      text: t('invite_link.revoke_text'),
      yes: t('invite_link.revoke'),
      no: t('invite_link.keep'),
      action: () => {
        if (made?.link.id === id) setMade(null)
        void revoke({ group_id: group.id, id })
      },
    })
  return (
    <Collapse
      level={4}
      title={t('invite_link.ways')}
      titleClassName="font-sans text-ui font-medium"
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
    >
      <Tabs
        label={t('invite_link.ways')}
        tabs={[
          {
            id: 'link',
            label: t('invite_link.url'),
            panel: made ? (
              <NewLink group={group.name} secret={made.secret} onDone={() => setMade(null)} />
            ) : (
              <NewLinkForm group={group} onMade={setMade} />
            ),
          },
          { id: 'email', label: t('mail_invite.tab'), panel: <MailInviteForm group={group} /> },
        ]}
        selected={way}
        onSelect={setWay}
        isNested
        className="min-h-88 w-full pb-4 sm:min-h-68"
      />
      <FormError message={revoking.isError ? t('invite_link.failed') : undefined} />
      <LoadState result={result} skeleton={<SkeletonBars count={1} />}>
        {(links) => <OpenLinks links={links} onRevoke={handleRevoke} />}
      </LoadState>
    </Collapse>
  )
}

const linkText = ({ email, uses_left: count }: InviteLink, t: TFunction): string =>
  email === null ? t('invite_link.left', { count }) : t('mail_invite.sent_to', { email })

type OpenLinksProps = { links: readonly InviteLink[]; onRevoke: (link: InviteLink) => void }

function OpenLinks({ links, onRevoke }: OpenLinksProps) {
  const { t } = useTranslation()
  if (links.length === 0) return null
  return (
    <TitledList title={t('invite_link.open')}>
      {links.map((link) => (
        <li key={link.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span>{linkText(link, t)}</span>{' '}
            <span className="text-sm text-ink-soft">
              <span>{`${t('invite_link.by', { name: link.created_by })}, `}</span>
              <Timed text={t('invite_link.until', { date: TIME })} day={link.expires_at} />
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
    </TitledList>
  )
}
