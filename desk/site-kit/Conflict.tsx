import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useNotify, useRefresh } from 'react-admin'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { differenceName, shownValue } from '../parts/kitNames.ts'
import { differencesOf } from '../parts/kitValues.ts'
import { momentOf } from '../parts/times.ts'
import { messageOf } from '../parts/useAction.ts'
import { useSingleCall } from '../parts/useSingleCall.ts'
import { line } from '../theme/shared.ts'
import { valueOfOthers } from './draft.ts'
import { useKit, useTyped } from './kitContext.ts'

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
