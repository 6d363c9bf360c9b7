import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskMessage, LookedUp } from '#contract/messages.ts'
import { t } from '../i18n.ts'
import { Fact, Facts } from '../parts/Facts.tsx'
import { NameLink } from '../parts/NameLink.tsx'
import { Section } from '../parts/Section.tsx'
import { StateMark } from '../parts/StateMark.tsx'
import { dayOf } from '../parts/times.ts'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

/** Facts about a member or a group that a message names, for an answer to a complaint. */
export const LookUp = ({ message: { id } }: { message: DeskMessage }) => {
  const desk = useDataProvider<DeskDataProvider>()
  const [name, setName] = useState('')
  const field = useId()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => desk.call(deskRoutes.messages.lookUp, { id, name }),
    networkMode: 'always',
  })
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !isPending) mutate()
  }
  return (
    <Section title={t('look_up.heading')}>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        <label htmlFor={field}>{t('look_up.field')}</label>
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
        {data && !error && <Found found={data} />}
      </div>
    </Section>
  )
}

const Found = ({ found: { members, groups } }: { found: LookedUp }) => (
  <>
    {members.length + groups.length === 0 && <p>{t('look_up.none')}</p>}
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
