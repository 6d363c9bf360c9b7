import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { DataTable, useRecordContext } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import { TEXT_MAX } from '#contract/fields.ts'
import type { DeskGroup } from '#contract/groups.ts'
import { GROUP_STATES } from '#contract/sets.ts'
import { listed, t } from '../i18n.ts'
import { ConfirmButton, ReasonButton } from '../parts/ActionButton.tsx'
import { ActsMenu } from '../parts/ActsMenu.tsx'
import { choiceFilter } from '../parts/choices.tsx'
import { NameColumn, StateColumn, TimeColumn } from '../parts/columns.tsx'
import { DeskList } from '../parts/DeskList.tsx'
import { DeskShow } from '../parts/DeskPages.tsx'
import { DialogField } from '../parts/Dialog.tsx'
import { PageBody } from '../parts/PageFrame.tsx'
import { Fact, Facts, NameLink, Section, StateMark } from '../parts/PageParts.tsx'
import type { Screens } from '../parts/screens.tsx'
import { momentOf } from '../parts/times.ts'
import { type Action, actionOf, useAction } from '../parts/useAction.ts'
import { line, plainList } from '../theme/shared.ts'

const { rename, giveOwnership, removeMember, close } = deskCalls.groups

type Props = { group: DeskGroup }

const GroupFacts = ({ group: { owner, state, open_invites, created_at } }: Props) => (
  <Facts>
    <Fact label={t('groups.owner')}>
      <NameLink id={owner.id} name={owner.username} resource="members" />
    </Fact>
    <Fact label={t('members.state')}>
      <StateMark state={state} />
    </Fact>
    <Fact label={t('groups.open_invites')}>{String(open_invites)}</Fact>
    <Fact label={t('look_up.founded')}>{momentOf(created_at)}</Fact>
  </Facts>
)

/** Longest membership first. */
const Members = ({ group }: Props) => (
  <Section title={t('groups.members')}>
    <People>
      {group.members.map((member) => (
        <li key={member.id}>
          <p>
            <strong>{member.username}</strong> <StateMark state={member.state} />{' '}
            {member.id === group.owner.id && <StateMark state="owner" text={t('groups.owner')} />}
            <br />
            <span className="desk-quiet">
              {t('groups.joined', { at: momentOf(member.joined_at) })}
            </span>
          </p>
          {member.id !== group.owner.id && <MemberMenu group={group} member={member} />}
        </li>
      ))}
    </People>
  </Section>
)

const People = styled('ul')({
  ...plainList,
  maxWidth: 720,
  '& > li': {
    display: 'flex',
    gap: 16,
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: '8px 0',
  },
  '& > li + li': { borderTop: line },
  '& p': { margin: 0 },
})

type MemberProps = Props & { member: DeskGroup['members'][number] }

const MemberMenu = ({ group: { id, name, owner }, member }: MemberProps) => {
  const { attempt } = useAction()
  const { username } = member
  const giving = (to: DeskGroup['owner'], undo?: Action) => {
    const done = t('groups.give_done', { member: to.username })
    return actionOf(giveOwnership, { id, member_id: to.id }, done, undo)
  }
  const removed = t('groups.remove_done', { member: username })
  const removing = actionOf(removeMember, { id, member_id: member.id }, removed)
  const names = { member: username, owner: owner.username, group: name }
  const give = {
    label: t('groups.give'),
    title: t('groups.give_ask', names),
    text: t('groups.give_sure', names),
    onConfirm: () => attempt(giving(member, giving(owner))),
  }
  const remove = {
    label: t('groups.remove'),
    title: t('groups.remove_ask', names),
    text: t('groups.remove_sure', names),
    isDangerous: true,
    onConfirm: () => attempt(removing),
  }
  return <ActsMenu items={member.state === 'active' ? [give, remove] : [remove]} name={username} />
}

const Renaming = ({ group: { id, name } }: Props) => {
  const { attempt, isBusy } = useAction()
  const [wanted, setWanted] = useState(name)
  const handleConfirm = async () => {
    if (wanted.trim() === '') return t('name_missing')
    return attempt(actionOf(rename, { id, name: wanted.trim() }, t('groups.rename_done')))
  }
  return (
    <div className="desk-actions">
      <ConfirmButton
        disabled={isBusy}
        label={t('groups.rename')}
        onConfirm={handleConfirm}
        text={t('groups.rename_sure')}
        title={t('groups.rename_ask', { group: name })}
      >
        <DialogField
          label={t('groups.new_name')}
          maxLength={TEXT_MAX}
          onChange={setWanted}
          value={wanted}
        />
      </ConfirmButton>
    </div>
  )
}

const Closing = ({ group: { id, name, members } }: Props) => {
  const { attempt } = useAction()
  const reachable = members.filter(({ state }) => state === 'active').length
  const closing = (reason: string) => ({
    ...actionOf(close, { id, reason }, t('groups.close_done', { name })),
    pathAfter: '/groups',
  })
  const note = t('groups.close_note', { members: t('groups.sized', { smart_count: reachable }) })
  return (
    <Section title={t('groups.close')}>
      <ReasonButton
        field={t('groups.close_field')}
        keep={t('groups.keep')}
        label={t('groups.close')}
        note={note}
        onReason={(reason) => attempt(closing(reason))}
        title={t('groups.close_ask', { group: name })}
      />
    </Section>
  )
}

const Group = () => {
  const group = useRecordContext<DeskGroup>()
  if (!group) return null
  return (
    <PageBody>
      <GroupFacts group={group} />
      <Renaming group={group} key={group.name} />
      <Members group={group} />
      <Closing group={group} />
    </PageBody>
  )
}

export const GroupPage = () => (
  <DeskShow>
    <Group />
  </DeskShow>
)

const NAMES_MAX = 3

const MemberCount = ({ members, size }: DeskGroup) => {
  const names = members.slice(0, NAMES_MAX).map(({ username }) => username)
  const more = members.length - names.length
  return (
    <>
      <span>{t('groups.sized', { smart_count: size })}</span>
      <br />
      <span className="desk-quiet">
        {more > 0 ? t('groups.and', { names: names.join(', '), more }) : listed(names)}
      </span>
    </>
  )
}

const GroupList = () => (
  <DeskList filters={[choiceFilter('state', GROUP_STATES)]} sort={{ field: 'name', order: 'ASC' }}>
    <NameColumn source="name" />
    <DataTable.Col disableSort source="owner.username" />
    <DataTable.Col disableSort render={MemberCount} source="size" />
    <DataTable.Col
      disableSort
      render={({ open_invites: count }: DeskGroup) =>
        count > 0 && t('groups.invited', { smart_count: count })
      }
      source="open_invites"
    />
    <TimeColumn isDay source="created_at" />
    <StateColumn />
    <DataTable.Col source="id" />
  </DeskList>
)

export const groups: Screens = {
  list: GroupList,
  show: GroupPage,
  recordRepresentation: 'name',
}
