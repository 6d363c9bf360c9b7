import { IconButton, Menu, MenuItem } from '@mui/material'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { t } from '../i18n.ts'
import { type Asked, ConfirmDialog } from './ConfirmDialog.tsx'
import { DeskIcon } from './DeskIcon.tsx'

/** A page that it opens, or a question that it asks. */
type Item = { label: string; to: string } | Omit<Asked, 'onClose'>
type Props = { name: string; items: readonly Item[] }

/** A menu of what can be done with a row: two clicks away, so that nothing is done by mistake. */
export const ActsMenu = ({ name, items }: Props) => {
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [chosen, setChosen] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const question = items.find((item) => item.label === chosen)

  const handleChoice = (label: string) => {
    setChosen(label)
    setAnchor(null)
  }
  const handleClose = () => {
    setChosen('')
    setIsAsked(false)
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
        slotProps={{ transition: { onExited: () => setIsAsked(chosen !== '') } }}
      >
        {items.map((item) => itemOf(item, handleChoice))}
      </Menu>
      {isAsked && question && 'title' in question && (
        <ConfirmDialog {...question} onClose={handleClose} />
      )}
    </span>
  )
}

/** No component: the menu gives the focus to its own children. */
const itemOf = (item: Item, onChoice: (label: string) => void) =>
  'to' in item ? (
    <MenuItem component={Link} key={item.label} to={item.to}>
      {item.label}
    </MenuItem>
  ) : (
    <MenuItem
      key={item.label}
      onClick={() => onChoice(item.label)}
      style={item.isDangerous ? { color: 'var(--ember)' } : undefined}
    >
      {item.label}
    </MenuItem>
  )
