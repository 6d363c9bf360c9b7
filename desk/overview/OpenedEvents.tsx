import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import type { Overview } from '#contract/overview.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { actionOf, useAction } from '../parts/useAction.ts'

/** Events that an upgrade has opened to everybody. One goes from the list when it is saved, or with its button. */
export const OpenedEvents = ({ events }: { events: Overview['opened'] }) => {
  const { run, isBusy } = useAction()
  const keeping = (id: number) =>
    actionOf(deskRoutes.contents.keepOpen, { id }, t('overview.keep_open_done'))
  return (
    <section className="desk-card">
      <h2>{t('overview.opened')}</h2>
      <p>{t('overview.opened_text')}</p>
      <ul className="desk-lines">
        {events.map(({ id, title }) => (
          <li className="desk-actions" key={id}>
            <Link to={`/contents/${id}`}>{title}</Link>
            <ActionButton disabled={isBusy} onClick={() => run(keeping(id))}>
              {t('overview.keep_open')}
            </ActionButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
