import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import type { DeskRole } from '#contract/desk.ts'
import type { AuditEvent as Act } from '#contract/schemas/deskAudit.ts'
import { placeOf, recordOf, verbOf } from '../audit/sentences.ts'
import { iconOf } from '../frame/menuItems.ts'
import { type DeskResource, t } from '../i18n.ts'
import { momentOf, since } from '../parts/ago.ts'
import { DeskIcon } from '../parts/DeskIcon.tsx'

/** The log's newest acts in words. */
export const LastActs = ({ acts }: { acts: readonly Act[] }) => {
  const { permissions } = usePermissions<DeskRole | null>()
  const isSuperuser = permissions === 'superuser'
  return (
    <section className="desk-card">
      <h2>{isSuperuser ? t('overview.acts') : t('overview.own_acts')}</h2>
      {acts.length === 0 && <p>{t('overview.acts_empty')}</p>}
      <ul className="desk-lines">
        {acts.map((act) => (
          <li key={act.id}>
            <DeskIcon name={iconOf[act.resource as DeskResource] ?? 'history'} />
            <div>
              {isSuperuser && `${act.actor_name} `}
              {verbOf(act)} <strong>{recordOf(act)}</strong>
              <p className="desk-quiet">
                {placeOf(act.resource)} ·{' '}
                <time dateTime={act.at} title={momentOf(act.at)}>
                  {t('overview.ago', { span: since(act.at) })}
                </time>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {isSuperuser && acts.length > 0 && (
        <p>
          <Link to="/audit">{t('overview.all_acts')}</Link>
        </p>
      )}
    </section>
  )
}
