import { styled } from '@mui/material/styles'
import { useDataProvider } from 'react-admin'
import { Link } from 'react-router'
import { deskRoutes } from '#contract/desk.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { pathTo, placeName, textIdOf } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import { useAction } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { line, SMALL } from '../theme/shared.ts'
import { useKit } from './kitContext.ts'
import { useTyped } from './typed.ts'
import { useSave } from './useSave.ts'

/** The state of the draft, what keeps it from being saved, and the buttons to save and to discard it. */
export const SaveBar = () => {
  const { state, draft, current, problems } = useKit()
  const { save, isBusy, problem } = useSave()
  const { status, failure } = current
  const isChanged = differencesOf(state.value, current.value).length > 0
  const mayDiscard = isChanged || problems.length > 0 || status !== 'clean'
  return (
    <Bar aria-label={t('site.bar')}>
      {problems.length > 0 && <Problems />}
      {problem !== '' && (
        <p className="desk-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="desk-actions">
        <ActionButton
          disabled={!isChanged || problems.length > 0 || isBusy}
          isPrimary
          onClick={save}
        >
          {t('site.save')}
        </ActionButton>
        {mayDiscard && <Discard />}
        <p className={status === 'failed' ? 'desk-problem' : 'desk-quiet'} role="status">
          <span>{t(`site.status.${status}`, { why: failure })}</span>
        </p>
        {status === 'failed' && (
          <ActionButton onClick={draft.flush}>{t('site.again')}</ActionButton>
        )}
      </div>
    </Bar>
  )
}

const Problems = () => {
  const { problems, texts } = useKit()
  return (
    <details open={problems.length < 4}>
      <summary className="desk-problem">
        {t('site.problems', { smart_count: problems.length })}
      </summary>
      <ul>
        {problems.map(({ place, problem }) => (
          <li key={`${place} ${problem}`}>
            <Link to={pathTo(place)}>
              {placeName(place, texts.get(textIdOf(place) ?? '')?.text)}
            </Link>
            {': '}
            <span>{problem}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const Discard = () => {
  const { state, draft } = useKit()
  const desk = useDataProvider<DeskDataProvider>()
  const { attempt } = useAction()
  const { forgetAll } = useTyped()
  const handleConfirm = () =>
    attempt({
      send: async () => {
        // A request on its way would restore the draft.
        await draft.flush()
        await desk.call(deskRoutes.site.dropDraft, {})
        forgetAll()
        draft.settle(state)
      },
      done: t('site.discarded'),
    })
  return (
    <ConfirmButton
      isDangerous
      keep={t('site.discard_keep')}
      label={t('site.discard')}
      onConfirm={handleConfirm}
      text={t('site.discard_text')}
      title={t('site.discard_ask')}
    />
  )
}

/** Stays in sight while its form is scrolled. */
const Bar = styled('section')({
  position: 'sticky',
  bottom: 0,
  zIndex: 3,
  margin: '0 -24px -16px',
  padding: '8px 24px',
  borderTop: line,
  borderRadius: '0 0 6px 6px',
  background: 'var(--paper)',
  '& p': { margin: 0 },
  '& ul': { maxHeight: '24vh', margin: '0 0 8px', overflow: 'auto' },
  [SMALL]: { margin: '0 -16px -12px', padding: '8px 16px', '& p': { fontSize: 15 } },
})
