import { useState } from 'react'
import { HttpError, useGetIdentity, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { DeskMember } from '#contract/deskMember.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import { ROLES } from '#contract/sets.ts'
import { capital, deskLocale, languageName, siteLanguages, t, wordOf } from '../i18n.ts'
import { ActionButton, ConfirmButton, ReasonButton } from '../parts/ActionButton.tsx'
import { DialogField, DialogSelect } from '../parts/Dialog.tsx'
import { Fact, Facts, Section, StateMark } from '../parts/PageParts.tsx'
import { momentOf } from '../parts/times.ts'
import { actionOf, useAction, useResponse } from '../parts/useAction.ts'
import { EmailChange, WaitingChange } from './EmailChange.tsx'
import { Restrictions } from './Restrictions.tsx'

const calls = deskCalls.members

type IdentityProps = { member: DeskMember }

/** What others know the member by, and what the member logs in with; one's own is changed on the site. */
const Identity = ({ member }: IdentityProps) => {
  const { identity } = useGetIdentity()
  if (identity?.id === member.id) return null
  const mayMove = member.state !== 'deactivated' && !member.email_change
  return (
    <Section title={t('members.identity')}>
      <div className="desk-actions">
        <NameChange key={member.username} member={member} />
        {mayMove && <EmailChange member={member} />}
      </div>
      {member.email_change && <WaitingChange change={member.email_change} member={member} />}
    </Section>
  )
}

const NameChange = ({ member: { id, username: name } }: IdentityProps) => {
  const { attempt, isBusy } = useAction()
  const [wanted, setWanted] = useState(name)

  const username = wanted.trim()
  const handleReason = (reason: string) =>
    attempt(actionOf(calls.rename, { id, username, reason }, t('members.rename.done')))
  return (
    <ReasonButton
      disabled={isBusy}
      gap={username === '' ? t('name_missing') : ''}
      isDangerous={false}
      label={t('members.rename.label')}
      onReason={handleReason}
      text={t('members.rename.sure')}
      title={t('members.rename.ask', { name })}
    >
      <DialogField
        label={t('members.rename.new')}
        maxLength={TEXT_MAX}
        onChange={setWanted}
        value={wanted}
      />
    </ReasonButton>
  )
}

type MemberAction =
  | 'deactivate'
  | 'reactivate'
  | 'resendActivation'
  | 'activate'
  | 'endSessions'
  | 'resetSecondFactor'
  | 'requestExport'
  | 'trust'
  | 'requestDeletion'
  | 'withdrawDeletion'

/** Actions that cannot be undone at once. */
const DANGEROUS: readonly MemberAction[] = ['deactivate', 'resetSecondFactor', 'requestDeletion']

export const AccountTab = () => {
  const member = useRecordContext<DeskMember>()
  if (!member) return null
  return (
    <>
      <AccountFacts member={member} />
      <Help member={member} />
      <Identity member={member} />
      <Access member={member} />
    </>
  )
}

type Props = { member: DeskMember }

/** Nothing where the site is served in one language. */
function languageOf({ language }: DeskMember): string | false {
  const [main = '', ...others] = siteLanguages()
  const known = others.find((one) => one === language) ?? main
  return others.length > 0 && capital(languageName(known))
}

const AccountFacts = ({ member }: Props) => {
  const { email, passkeys } = member
  const at = (time: string | null) => time && momentOf(time)
  return (
    <Facts>
      <Fact label={t('members.email')}>
        <a href={`mailto:${email}`}>{email}</a>
      </Fact>
      <Fact label={t('members.role')}>{wordOf(member.role)}</Fact>
      <Fact label={t('members.state')}>
        <StateMark state={member.state} />
      </Fact>
      <Fact label={t('fields.language')}>{languageOf(member)}</Fact>
      <Fact label={t('members.created_at')}>{at(member.created_at)}</Fact>
      <Fact label={t('members.invited_at')}>{at(member.invited_at)}</Fact>
      <Fact label={t('members.activated_at')}>{at(member.activated_at)}</Fact>
      <Fact label={t('members.deactivated_at')}>{at(member.deactivated_at)}</Fact>
      <Fact label={t('members.second_factor_at')}>{at(member.second_factor_at)}</Fact>
      <Fact label={t('members.passkeys')}>{passkeys > 0 && String(passkeys)}</Fact>
      <Fact label={t('members.distrusted_at')}>{at(member.distrusted_at)}</Fact>
      {member.restrictions.map(({ kind, until, reason }) => (
        <Fact key={`${kind} ${until}`} label={t(`members.kept.${kind}`)}>
          <span>{momentOf(until)}</span>
          <br />
          <span className="desk-quiet">{reason}</span>
        </Fact>
      ))}
      <Fact label={t('members.deletion_due_at')}>{at(member.deletion_due_at)}</Fact>
    </Facts>
  )
}

const MemberButton = ({ member, action }: Props & { action: MemberAction }) => {
  const { attempt, isBusy } = useAction()
  const { id, username: name } = member
  return (
    <ConfirmButton
      disabled={isBusy}
      isDangerous={DANGEROUS.includes(action)}
      keep={action === 'requestDeletion' ? t('members.withdrawDeletion.label') : undefined}
      label={t(`members.${action}.label`)}
      onConfirm={() => attempt(actionOf(calls[action], { id }, t(`members.${action}.done`)))}
      text={t(`members.${action}.sure`, { name })}
      title={t(`members.${action}.ask`, { name })}
    />
  )
}

/** What helps the member and takes nothing away. */
const Help = ({ member }: Props) => {
  const { identity } = useGetIdentity()
  const isOwn = identity?.id === member.id
  const { state } = member
  return (
    <div className="desk-actions">
      {state === 'registered' && <MemberButton action="resendActivation" member={member} />}
      {state === 'registered' && <MemberButton action="activate" member={member} />}
      {state === 'deactivated' && <MemberButton action="reactivate" member={member} />}
      {member.deletion_due_at && <MemberButton action="withdrawDeletion" member={member} />}
      {state === 'active' && <MemberButton action="requestExport" member={member} />}
      {member.distrusted_at && !isOwn && <MemberButton action="trust" member={member} />}
      <OrderDetails id={member.id} />
    </div>
  )
}

/** Destructive actions are separate, to prevent accidental clicks. */
const Access = ({ member }: Props) => {
  const { identity } = useGetIdentity()
  const isOwn = identity?.id === member.id
  const isProtected = member.second_factor_at !== null || member.passkeys > 0
  return (
    <Section note={t('members.access_note')} title={t('members.access')}>
      {!isOwn && <RoleChoice key={member.role} member={member} />}
      <div className="desk-actions">
        <Restrictions member={member} />
        <MemberButton action="endSessions" member={member} />
        {isProtected && !isOwn && <MemberButton action="resetSecondFactor" member={member} />}
        {member.state !== 'deactivated' && !isOwn && (
          <MemberButton action="deactivate" member={member} />
        )}
        {!member.deletion_due_at && !isOwn && (
          <MemberButton action="requestDeletion" member={member} />
        )}
      </div>
    </Section>
  )
}

const RoleChoice = ({ member: { id, username: name, role } }: Props) => {
  const { attempt, isBusy } = useAction()
  const [chosen, setChosen] = useState(role)
  return (
    <p className="desk-actions">
      <DialogSelect
        choices={ROLES.map((one) => [one, capital(wordOf(one))] as const)}
        className="desk-plain"
        label={t('members.role')}
        onChange={setChosen}
        value={chosen}
      />
      <ConfirmButton
        disabled={isBusy || chosen === role}
        label={t('members.set_role')}
        onConfirm={() =>
          attempt(actionOf(calls.setRole, { id, role: chosen }, t('members.role_done')))
        }
        text={t(`members.role_sure.${chosen}`, { name })}
        title={t('members.role_ask', { name, role: wordOf(chosen) })}
      />
    </p>
  )
}

/** Fetched on request only, so that no postal address is read without need. */
const OrderDetails = ({ id }: { id: number }) => {
  const [isWanted, setIsWanted] = useState(false)
  const { data: details, error } = useResponse(calls.orderDetails, { id }, { enabled: isWanted })
  if (!isWanted)
    return (
      <ActionButton onClick={() => setIsWanted(true)}>
        {t('members.show_order_details')}
      </ActionButton>
    )
  if (!details) {
    const isNone = error instanceof HttpError && Number(error.status) === 404
    return <p role="status">{isNone ? t('members.no_order_details') : error?.message}</p>
  }
  return (
    <Section title={t('members.order_details')}>
      <Facts>
        {ORDER_FIELDS.map((name) => (
          <Fact key={name} label={t(`members.order_fields.${name}`)}>
            {name === 'country_key' ? countryOf(details[name]) : details[name]}
          </Fact>
        ))}
      </Facts>
    </Section>
  )
}

/** The order is that of an envelope. */
const ORDER_FIELDS = [
  ...(['first_name', 'last_name', 'address', 'zipcode', 'city', 'country_key'] as const),
  ...(['email', 'phone_number'] as const),
]
const countries = new Intl.DisplayNames(deskLocale(), { type: 'region' })
const countryOf = (key: string) => key && countries.of(key)
