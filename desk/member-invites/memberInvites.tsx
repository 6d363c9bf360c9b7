import { DataTable, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import type { MemberInvite } from '#contract/memberInvites.ts'
import { MEMBER_INVITE_STATES } from '#contract/sets.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import { ActionsColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import type { Screens } from '../parts/screens.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'
import { InviteList } from './InviteList.tsx'

const TakeBack = () => {
  const invite = useRecordContext<MemberInvite>()
  const { attempt } = useAction()
  if (invite?.state !== 'invited' && invite?.state !== 'reminded') return null
  const name = invite.email ?? ''
  const action = actionOf(
    deskRoutes['member-invites'].takeBack,
    { id: invite.id },
    t('member_invites.taken_back'),
  )
  return (
    <ConfirmButton
      label={t('member_invites.take_back')}
      onConfirm={() => attempt(action)}
      text={t('member_invites.take_back_sure')}
      title={t('member_invites.take_back_ask', { name })}
    />
  )
}

/** The address while the invite is open, and the member who came of it. */
const personOf = ({ email, member }: MemberInvite) => {
  if (member)
    return (
      <Link className="desk-name" to={`/members/${member.id}/show`}>
        {member.username}
      </Link>
    )
  return email ?? t('member_invites.no_address_kept')
}

const InvitesList = () => (
  <DeskList
    empty={false}
    filters={[choiceFilter('state', MEMBER_INVITE_STATES)]}
    sort={{ field: 'id', order: 'DESC' }}
  >
    <DataTable.Col render={personOf} source="email" />
    <DataTable.Col disableSort source="name" />
    <DataTable.Col disableSort source="group.name" />
    <TimeColumn source="created_at" />
    <TimeColumn source="reminded_at" />
    <TimeColumn source="answered_at" />
    <TimeColumn source="expires_at" />
    <StateColumn />
    <ActionsColumn>
      <TakeBack />
    </ActionsColumn>
  </DeskList>
)

export const memberInvites = {
  list: InvitesList,
  create: InviteList,
  recordRepresentation: 'email',
} satisfies Screens
