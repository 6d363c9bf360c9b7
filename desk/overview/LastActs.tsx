import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import type { AuditEvent as Act } from '#contract/schemas/deskAudit.ts'
import { placeOf } from '../audit/places.ts'
import { iconOf } from '../frame/menuItems.ts'
import { momentOf, since } from '../parts/ago.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'
import type { DeskResource } from '../texts/texts.ts'
import { texts } from '../texts/texts.ts'

const words = texts.home

/** The log's newest acts in words. */
export const LastActs = ({ acts }: { acts: readonly Act[] }) => {
  const { permissions } = usePermissions<DeskRole | null>()
  const isSuperuser = permissions === 'superuser'
  return (
    <section className="desk-card">
      <h2>{isSuperuser ? words.acts : words.ownActs}</h2>
      {acts.length === 0 && <p>{words.actsEmpty}</p>}
      <ul className="desk-lines">
        {acts.map((act) => (
          <li key={act.id}>
            <DeskIcon name={iconOf[act.resource as DeskResource] ?? 'history'} />
            <div>
              {isSuperuser && `${act.actor_name} `}
              {texts.acts.verb(act)} <strong>{texts.acts.record(act)}</strong>
              <p className="desk-quiet">
                {placeOf(act.resource)} ·{' '}
                <time dateTime={act.at} title={momentOf(act.at)}>
                  {words.ago(since(act.at))}
                </time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isSuperuser && acts.length > 0 && (
        <p>
          <Link to="/audit">{words.allActs}</Link>
        </p>
      )}
    </section>
  )
}
