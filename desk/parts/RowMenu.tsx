import { Menu, MenuItem } from '@mui/material'
import { useId, useRef, useState } from 'react'
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { AskDialog } from './AskDialog.tsx'
import { DeskIcon } from './DeskIcon.tsx'
import { useNameOf } from './useNameOf.ts'
import { useRemove } from './useRemove.ts'

/** What can be done about a row: to open it, and, out of the way of a slip, to delete it. */
export const RowMenu = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const nameOf = useNameOf()
  const { question, remove } = useRemove()
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isWanted, setIsWanted] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  if (!record) return null

  const handleRemove = () => {
    setIsWanted(true)
    setAnchor(null)
  }
  // The menu gives the focus back as it goes; a dialog that opened before would lose it.
  const handleGone = () => {
    setIsAsking(isWanted)
    setIsWanted(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row, which opens on one
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span onClick={(event) => event.stopPropagation()} ref={wrapper}>
      <button
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        aria-haspopup="menu"
        aria-label={t('actions_for', { name: nameOf(record) })}
        className="desk-dots"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        type="button"
      >
        <DeskIcon name="dots" />
      </button>
      <Menu
        anchorEl={anchor}
        // Within the page's own landmark.
        container={() => wrapper.current}
        disableScrollLock
        id={id}
        onClose={() => setAnchor(null)}
        open={anchor !== null}
        slotProps={{ transition: { onExited: handleGone } }}
      >
        <MenuItem component={Link} to={createPath({ resource, id: record.id, type: 'edit' })}>
          {t('open')}
        </MenuItem>
        <MenuItem className="desk-problem" onClick={handleRemove}>
          {t('remove')}
        </MenuItem>
      </Menu>
      {isAsking && (
        <AskDialog label={t('remove')} onClose={() => setIsAsking(false)} onSure={remove}>
          <p>{question}</p>
        </AskDialog>
      )}
    </span>
  )
}
