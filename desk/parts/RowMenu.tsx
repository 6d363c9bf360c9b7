import { IconButton, Menu, MenuItem } from '@mui/material'
import { useId, useRef, useState } from 'react'
import { useCreatePath, useRecordContext, useResourceContext } from 'react-admin'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { DeskIcon } from './DeskIcon.tsx'
import { useRecordName } from './useRecordName.ts'
import { useRemove } from './useRemove.ts'

/** Opens the record of a row, and deletes it: two clicks away, so that nothing is deleted by mistake. */
export const RowMenu = () => {
  const record = useRecordContext()
  const resource = useResourceContext()
  const createPath = useCreatePath()
  const name = useRecordName()
  const { question, remove } = useRemove()
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [deletion, setDeletion] = useState<'chosen' | 'asked' | null>(null)
  if (!record) return null

  const handleDelete = () => {
    setDeletion('chosen')
    setAnchor(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row, which opens on one
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span onClick={(event) => event.stopPropagation()} ref={wrapper}>
      <IconButton
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        aria-haspopup="menu"
        aria-label={t('actions_for', { name })}
        color="inherit"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        style={{ width: 44, height: 44 }}
      >
        <DeskIcon name="dots" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        // The menu is rendered within the page's own landmark.
        container={() => wrapper.current}
        disableScrollLock
        id={id}
        onClose={() => setAnchor(null)}
        open={anchor !== null}
        // The menu gives the focus back when it is gone; a dialog that opened before would lose it.
        slotProps={{ transition: { onExited: () => setDeletion(deletion && 'asked') } }}
      >
        <MenuItem component={Link} to={createPath({ resource, id: record.id, type: 'edit' })}>
          {t('open')}
        </MenuItem>
        <MenuItem className="desk-problem" onClick={handleDelete}>
          {t('remove')}
        </MenuItem>
      </Menu>
      {deletion === 'asked' && (
        <ConfirmDialog
          label={t('remove')}
          onClose={() => setDeletion(null)}
          onConfirm={remove}
          question={question}
        />
      )}
    </span>
  )
}
