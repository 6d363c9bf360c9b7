import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { differenceName, shownValue } from '../parts/kitNames.ts'
import { type Difference, differencesOf, rebased } from '../parts/kitValues.ts'
import { momentOf } from '../parts/times.ts'
import { arrow } from '../theme/direction.ts'
import { line } from '../theme/shared.ts'
import { useKit } from './kitContext.ts'
import { useTyped } from './typed.ts'

/** Shown while the draft is based on an older kit than the saved one. The dialog opens by itself once. */
export const Conflict = () => {
  const { state, current } = useKit()
  const isBehind = current.base.id !== state.id
  const [isOpen, setIsOpen] = useState(false)
  const known = useRef(current.base.id)
  useEffect(() => {
    if (isBehind && known.current !== state.id) setIsOpen(true)
    known.current = state.id
  }, [isBehind, state.id])
  if (!isBehind) return null
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

const ConflictDialog = ({ onClose }: { onClose: () => void }) => {
  const { state, draft, current } = useKit()
  const { forgetAll } = useTyped()
  const theirs = differencesOf(current.base.value, state.value)
  const mine = new Map(
    differencesOf(current.base.value, current.value).map((one) => [one.place, one]),
  )
  const [newest] = state.states
  const handleKeep = () => {
    const value = rebased(current.base.value, current.value, state.value)
    draft.replace({ base: { id: state.id, value: state.value }, value })
    onClose()
  }
  const handleTake = () => {
    forgetAll()
    draft.replace({ base: { id: state.id, value: state.value }, value: state.value })
    onClose()
  }
  return (
    <Dialog isWide onClose={onClose} title={t('site.conflict.title')}>
      <p>
        {t('site.conflict.text', {
          name: newest?.made_by ?? t('site.conflict.someone'),
          at: newest ? momentOf(newest.made_at) : '',
        })}
      </p>
      {theirs.length === 0 && <p>{t('site.conflict.nothing')}</p>}
      <Changes>
        {theirs.map((one) => (
          <Change key={one.place} mine={mine.get(one.place)} theirs={one} />
        ))}
      </Changes>
      <p className="desk-quiet">{t('site.conflict.keep_note')}</p>
      <div className="desk-buttons">
        <button className="desk-plain" onClick={onClose} type="button">
          {t('back')}
        </button>
        <button className="desk-plain desk-danger" onClick={handleTake} type="button">
          {t('site.conflict.take')}
        </button>
        <button className="desk-primary" onClick={handleKeep} type="button">
          {t('site.conflict.keep')}
        </button>
      </div>
    </Dialog>
  )
}

type ChangeProps = { theirs: Difference; mine: Difference | undefined }

const Change = ({ theirs, mine }: ChangeProps) => {
  const { place, before, after } = theirs
  const isBoth = mine !== undefined && JSON.stringify(mine.after) !== JSON.stringify(after)
  return (
    <div>
      <dt>{differenceName(theirs)}</dt>
      <dd>
        <del>{shownValue(place, before)}</del>
        <span aria-hidden="true"> {arrow} </span>
        <ins>{shownValue(place, after)}</ins>
        {isBoth && (
          <p className="desk-problem">
            {t('site.conflict.both', { value: shownValue(place, mine.after) })}
          </p>
        )}
      </dd>
    </div>
  )
}

const Changes = styled('dl')({
  margin: '0 0 12px',
  '& > div': { padding: '8px 0', borderTop: line },
  '& dt': { fontWeight: 500 },
  '& dd': { margin: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& del': { background: 'var(--removed)' },
  '& ins': { background: 'var(--added)' },
})
