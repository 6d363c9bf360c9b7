import { styled } from '@mui/material/styles'
import { useId, useRef } from 'react'
import { t } from '../i18n.ts'
import { SMALL } from '../theme/shared.ts'
import { DeskIcon } from './DeskIcon.tsx'
import type { Elements } from './elements.ts'

type Props = { name: string; children: Elements }

/**
 * The acts beside the main one: a row of buttons, which small screens have behind one more. They stay in the page, so
 * that a key can press them and their questions stay open.
 */
export const MoreActs = ({ name, children }: Props) => {
  const id = useId()
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <>
      <Opener
        aria-label={t('actions_for', { name })}
        className="desk-plain"
        popoverTarget={id}
        type="button"
      >
        <DeskIcon name="dots" />
      </Opener>
      {/* Closed before a button acts: the focus goes back to the opener, which a dialog gives it back to. */}
      <Sheet
        id={id}
        onClickCapture={() => sheet.current?.hidePopover?.()}
        popover="auto"
        ref={sheet}
      >
        {children}
      </Sheet>
    </>
  )
}

/** Browsers that know no popover show the row. */
const Opener = styled('button')({
  '&&': { display: 'none', padding: 0 },
  [SMALL]: { '@supports selector(:popover-open)': { '&&': { display: 'inline-flex' } } },
})

/** Rises from the bottom edge of small screens, as dialogs do. */
const Sheet = styled('div')({
  '@media (min-width: 600px)': { display: 'contents' },
  '&:popover-open': {
    inset: 'auto 0 0',
    boxSizing: 'border-box',
    display: 'grid',
    gap: 8,
    width: '100%',
    padding: 16,
    border: 0,
    borderRadius: '16px 16px 0 0',
    background: 'var(--paper)',
  },
  '&::backdrop': { background: 'rgb(21 19 31 / 0.6)' },
})
