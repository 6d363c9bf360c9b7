import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { HttpError, useDataProvider, useGetIdentity, useNotify, useRefresh } from 'react-admin'
import { Link } from 'react-router'
import { deskCalls } from '#contract/deskCalls.ts'
import { t } from '../i18n.ts'
import { ActionButton, ConfirmButton } from '../parts/ActionButton.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { differenceName, pathTo, placeName, shownValue, textIdOf } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import { momentOf } from '../parts/times.ts'
import { messageOf, useAction, useSingleCall } from '../parts/useAction.ts'
import { codeOf } from '../session/client.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { line, SMALL } from '../theme/shared.ts'
import { valueOfOthers } from './draft.ts'
import { type Problem, useKit, useTyped } from './kitContext.ts'

/** Saves the draft as the kit of the site. */
function useSave() {
  const { draft } = useKit()
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const refresh = useRefresh()
  const [problem, setProblem] = useState('')
  const { run: save, isBusy } = useSingleCall(async () => {
    // A request on its way would make a draft again of what is saved then.
    await draft.flush()
    const { base, value, status } = draft.get()
    if (status === 'conflict') return
    try {
      const sent = { base_id: base.id, draft_at: base.at, value }
      const { id } = await desk.call(deskCalls.site.save, sent)
      draft.saved(id, value)
      setProblem('')
      notify(t('site.save_done'), { type: 'success' })
    } catch (error) {
      if (isKitChanged(error)) draft.conflict()
      else {
        const found = problemsIn(error)
        draft.refused(found)
        setProblem(found.length > 0 ? '' : messageOf(error))
      }
    }
    refresh()
  })
  return { save, isBusy, problem }
}

/** Someone else has saved another draft, or another kit. */
export const isKitChanged = (error: unknown): boolean => codeOf(error) === 'kit_changed'

/** A refusal of a kit names the place that is wrong. */
function problemsIn(error: unknown): Problem[] {
  const { errors = {} } =
    (error instanceof HttpError ? (error.body as { errors?: object }) : {}) ?? {}
  return Object.entries(errors).flatMap(([place, problem]) =>
    typeof problem === 'string' ? [{ place, problem }] : [],
  )
}

/** The state of the draft, what keeps it from being saved, and the buttons to save and to discard it. */
export const SaveBar = () => {
  const { state, draft, current, problems } = useKit()
  const { save, isBusy, problem } = useSave()
  const { status, failure, base } = current
  const made = state.draft
  const me = useGetIdentity().identity?.fullName
  const isOfOther = made !== null && made.updated_at === base.at && made.made_by !== me
  const isChanged = differencesOf(state.value, current.value).length > 0
  const mayDiscard =
    status !== 'conflict' && (isChanged || problems.length > 0 || status !== 'clean')
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
          disabled={!isChanged || problems.length > 0 || isBusy || status === 'conflict'}
          isPrimary
          onClick={save}
        >
          {t('site.save')}
        </ActionButton>
        {mayDiscard && <Discard />}
        <p className={status === 'failed' ? 'desk-problem' : 'desk-quiet'} role="status">
          <span>{t(`site.status.${status}`, { why: failure })}</span>{' '}
          {isOfOther && <span>{t('site.draft_by', { name: made.made_by })}</span>}
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
  const { attempt } = useAction()
  const { forgetAll } = useTyped()
  const handleConfirm = () =>
    attempt({
      send: async () => {
        await draft.drop(state)
        forgetAll()
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

/** Shown while someone else's version differs from this one. The dialog opens by itself once. */
export const Conflict = () => {
  const isInConflict = useKit().current.status === 'conflict'
  const refresh = useRefresh()
  const [isOpen, setIsOpen] = useState(isInConflict)
  useEffect(() => {
    if (isInConflict) refresh()
    setIsOpen(isInConflict)
  }, [isInConflict, refresh])
  if (!isInConflict) return null
  return (
    <Note>
      <p>{t('site.conflict.note')}</p>
      <ActionButton onClick={() => setIsOpen(true)}>{t('site.conflict.see')}</ActionButton>
      {isOpen && <ConflictDialog onClose={() => setIsOpen(false)} />}
    </Note>
  )
}

const Note = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 12,
  alignItems: 'center',
  margin: '12px 0 0',
  padding: '8px 12px',
  borderInlineStart: '3px solid var(--ember)',
  '& p': { margin: 0 },
})

/** Shows own values that the version of the others lacks, so that they can be copied. */
const ConflictDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, draft, current } = useKit()
  const { forgetAll } = useTyped()
  const notify = useNotify()
  const differences = differencesOf(valueOfOthers(state), current.value)
  const [saved] = state.states
  const made = state.draft?.base_id === state.id ? state.draft : null
  const { run: handleTake, isBusy } = useSingleCall(async () => {
    try {
      await draft.takeTheirs(state)
      forgetAll()
    } catch (error) {
      notify(messageOf(error), { type: 'error' })
    }
  })
  return (
    <Dialog isWide onClose={onClose} title={t('site.conflict.title')}>
      <p>
        {t('site.conflict.text', {
          name: made?.made_by ?? saved?.made_by ?? t('site.conflict.someone'),
          at: momentOf(made?.updated_at ?? saved?.made_at ?? ''),
        })}
      </p>
      <Changes>
        {differences.map(({ place, before, after }) => (
          <div key={place}>
            <dt>{differenceName({ place, before, after })}</dt>
            <dd>{t('site.conflict.mine', { value: shownValue(place, after) })}</dd>
            <dd>{t('site.conflict.theirs', { value: shownValue(place, before) })}</dd>
          </div>
        ))}
      </Changes>
      <div className="desk-buttons">
        <ActionButton onClick={onClose}>{t('back')}</ActionButton>
        <ActionButton isDangerous onClick={() => draft.keepMine(state)}>
          {t('site.conflict.keep')}
        </ActionButton>
        <ActionButton disabled={isBusy} isPrimary onClick={handleTake}>
          {t('site.conflict.take')}
        </ActionButton>
      </div>
    </Dialog>
  )
}

const Changes = styled('dl')({
  margin: '0 0 12px',
  '& > div': { padding: '8px 0', borderTop: line },
  '& dt': { fontWeight: 500 },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
})
