import { useId } from 'react'
import { t } from '../i18n.ts'
import { type Choice, isView, VIEWS } from './doorList.ts'

type Chosen = Pick<Choice, 'view' | 'term'>
type Props = Chosen & { onChoice: (part: Partial<Chosen>) => void }

export const DoorFilters = ({ view, term, onChoice }: Props) => {
  const field = useId()
  return (
    <>
      <div className="desk-select">
        <label htmlFor={`${field}-term`}>{t('registrations.search')}</label>
        <input
          autoComplete="off"
          id={`${field}-term`}
          onChange={({ target }) => onChoice({ term: target.value })}
          type="search"
          value={term}
        />
      </div>
      <div className="desk-select">
        <label htmlFor={`${field}-view`}>{t('registrations.show')}</label>
        <select
          id={`${field}-view`}
          onChange={({ target }) => isView(target.value) && onChoice({ view: target.value })}
          value={view}
        >
          {Object.keys(VIEWS)
            .filter(isView)
            .map((one) => (
              <option key={one} value={one}>
                {t(`registrations.views.${one}`)}
              </option>
            ))}
        </select>
      </div>
    </>
  )
}
