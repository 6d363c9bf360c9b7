import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useId, useState } from 'react'
import type { LookedUp } from '#contract/messages.ts'
import { t } from '../i18n.ts'
import { Fact, Facts } from './Facts.tsx'
import { NameLink } from './NameLink.tsx'
import { StateMark } from './StateMark.tsx'
import { dayOf } from './times.ts'
import { messageOf } from './useAction.ts'

type Props = {
  call: (name: string) => Promise<Pick<LookedUp, 'members'> & Partial<LookedUp>>
  /** Label of the name. */
  field: string
  /** Told when nobody and nothing has the name. */
  none: string
}

/** Facts about a member or a group, found by the whole name. */
export const LookUp = ({ call, field: label, none }: Props) => {
  const [name, setName] = useState('')
  const field = useId()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(name),
    networkMode: 'always',
  })
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !isPending) mutate()
  }
  return (
    <>
      <form className="desk-fields" noValidate onSubmit={handleSubmit}>
        <label htmlFor={field}>{label}</label>
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
        {data && !error && <Found none={none} {...data} />}
      </div>
    </>
  )
}

const NONE: LookedUp['groups'] = []

type FoundProps = Pick<Props, 'none'> & Pick<LookedUp, 'members'> & Partial<LookedUp>

const Found = ({ none, members, groups = NONE }: FoundProps) => (
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
