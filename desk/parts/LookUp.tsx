import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { LookedUp } from '#contract/messages.ts'
import { t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { Fact, Facts, NameLink, Section, StateMark } from './PageParts.tsx'
import { dayOf } from './times.ts'
import { messageOf } from './useAction.ts'

type Props = {
  /** The id of the message that names someone or something; without one, members alone are found. */
  message?: number
}

/** Facts about a member or a group, found by the whole name. */
export const LookUp = ({ message }: Props) => {
  const desk = useDataProvider<DeskDataProvider>()
  const [name, setName] = useState('')
  const field = useId()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () =>
      message === undefined
        ? { groups: [], ...(await desk.call(deskCalls.members.lookUp, { name })) }
        : desk.call(deskCalls.messages.lookUp, { id: message, name }),
    networkMode: 'always',
  })
  const about = message === undefined ? 'look_up.member' : 'look_up'
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !isPending) mutate()
  }
  return (
    <Section title={t(`${about}.heading`)}>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        <label htmlFor={field}>{t(`${about}.field`)}</label>
        <div className="desk-actions" style={{ flexWrap: 'nowrap' }}>
          <input
            aria-describedby={`${field}-note`}
            id={field}
            onChange={(event) => setName(event.target.value)}
            value={name}
          />
          <button
            aria-disabled={isPending}
            className="desk-plain"
            style={{ flex: 'none' }}
            type="submit"
          >
            {t('look_up.submit')}
          </button>
        </div>
        <p className="desk-quiet" id={`${field}-note`} style={{ margin: 0 }}>
          {t('look_up.note')}
        </p>
      </form>
      <div role="status">
        {error && <p className="desk-problem">{messageOf(error)}</p>}
        {data && !error && <Found found={data} none={t(`${about}.none`)} />}
      </div>
    </Section>
  )
}

type FoundProps = { found: LookedUp; none: string }

const Found = ({ found: { members, groups }, none }: FoundProps) => (
  <>
    {members.length + groups.length === 0 && <p>{none}</p>}
    {members.map(({ id, username, state, created_at }) => (
      <article className="desk-card" key={id}>
        <h3>
          <NameLink id={id} name={username} resource="members" />
        </h3>
        <Facts>
          <Fact label={t('members.state')}>
            <StateMark state={state} />
          </Fact>
          <Fact label={t('members.created_at')}>{dayOf(created_at)}</Fact>
        </Facts>
      </article>
    ))}
    {groups.map(({ id, name, state, owner, size, created_at }) => (
      <article className="desk-card" key={id}>
        <h3>
          <NameLink id={id} name={name} resource="groups" />
        </h3>
        <Facts>
          <Fact label={t('groups.owner')}>{owner.username}</Fact>
          <Fact label={t('look_up.size')}>{t('groups.sized', { smart_count: size })}</Fact>
          <Fact label={t('members.state')}>
            <StateMark state={state} />
          </Fact>
          <Fact label={t('look_up.founded')}>{dayOf(created_at)}</Fact>
        </Facts>
      </article>
    ))}
  </>
)
