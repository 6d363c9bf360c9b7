import { useNotify } from 'react-admin'
import type { SiteKit, SiteState } from '#contract/schemas/siteKit.ts'
import { KIT_STATES_MAX } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { summaryOf } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import { momentOf } from '../parts/times.ts'
import { useKit, useTyped } from './kitContext.ts'

type State = SiteState['states'][number]

/** What the site was before; any of it can be loaded into the draft. */
export const HistoryTab = () => {
  const { states } = useKit().state
  if (states.length === 0) return <p>{t('site.history.empty')}</p>
  return (
    <>
      <p className="desk-quiet">{t('site.history.intro', { max: KIT_STATES_MAX })}</p>
      <ol className="desk-lines">
        {states.map((state, index) => (
          <li key={state.id}>
            <Row before={states[index + 1]} isCurrent={index === 0} state={state} />
          </li>
        ))}
      </ol>
    </>
  )
}

type RowProps = { state: State; before: State | undefined; isCurrent: boolean }

const Row = ({ state, before, isCurrent }: RowProps) => {
  const at = momentOf(state.made_at)
  return (
    <div style={{ flex: 1 }}>
      <p>
        <strong>{t('site.history.by', { name: makerOf(state), at })}</strong>
        {isCurrent && <span className="desk-quiet"> · {t('site.history.current')}</span>}
        {state.source === 'draft' && (
          <span className="desk-quiet"> · {t('site.history.draft')}</span>
        )}
      </p>
      <p>{summaryOfState(state, before)}</p>
      {!isCurrent && <GoBack value={state.value} />}
    </div>
  )
}

const makerOf = ({ made_by, source }: State): string =>
  made_by ?? t(`site.history.makers.${source}`)

/** The first state of all has the defaults before it; the oldest one that is kept may have had another one. */
function summaryOfState({ id, value }: State, before: State | undefined): string {
  if (before === undefined && id > KIT_STATES_MAX) return t('site.history.oldest')
  if (Object.keys(value).length === 0 && before !== undefined) return t('site.history.all_default')
  return summaryOf(differencesOf(before?.value ?? {}, value))
}

const GoBack = ({ value }: { value: SiteKit }) => {
  const { draft } = useKit()
  const { forgetAll } = useTyped()
  const notify = useNotify()
  const handleConfirm = async () => {
    forgetAll()
    draft.change(() => value)
    notify(t('site.history.done'), { type: 'info' })
    return ''
  }
  return (
    <ConfirmButton
      label={t('site.history.go_back')}
      onConfirm={handleConfirm}
      text={t('site.history.ask_text')}
      title={t('site.history.ask')}
    />
  )
}
