import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import type { KitPicture } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { fileUrl } from './kitContext.ts'

export type Focus = KitPicture['focus']
type Props = { picture: KitPicture; onChange: (focus: Focus) => void }

const within = (share: number): number => Math.min(1, Math.max(0, Math.round(share * 100) / 100))
const percent = (share: number): number => Math.round(share * 100)

const STEP = 0.01
const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}
/** Step of an arrow key together with the shift key. */
const LEAP = 10

/** Chosen by a click on the picture, by the arrow keys, or as numbers. */
export const FocalPoint = ({ picture, onChange }: Props) => {
  const [focus, setFocus] = useState(picture.focus)
  const id = useId()
  const move = ({ x, y }: Focus) => {
    const next = { x: within(x), y: within(y) }
    setFocus(next)
    onChange(next)
  }
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A key clicks too, without a place.
    if (event.detail === 0) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    move({ x: (event.clientX - left) / width, y: (event.clientY - top) / height })
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = MOVES[event.key]
    if (step === undefined) return
    event.preventDefault()
    const length = event.shiftKey ? LEAP : 1
    move({ x: focus.x + step[0] * length, y: focus.y + step[1] * length })
  }
  const [x, y] = [percent(focus.x), percent(focus.y)]
  return (
    <Box>
      <button
        aria-describedby={`${id}-note`}
        aria-label={t('site.focus.move', { x, y })}
        onClick={handleClick}
        onKeyDown={handleKey}
        type="button"
      >
        <img alt="" height={picture.height} src={fileUrl(picture.original)} width={picture.width} />
        <span style={{ left: `${x}%`, top: `${y}%` }} />
      </button>

      <p className="desk-quiet" id={`${id}-note`}>
        {t('site.focus.note')}
      </p>
      <div className="desk-actions">
        {(['x', 'y'] as const).map((side) => (
          <Share
            key={side}
            label={t(`site.focus.${side}`)}
            onChange={(part) => move({ ...focus, [side]: part })}
            share={percent(focus[side])}
          />
        ))}
      </div>
    </Box>
  )
}

type ShareProps = { label: string; share: number; onChange: (share: number) => void }

const Share = ({ label, share, onChange }: ShareProps) => {
  const id = useId()
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      <input
        id={id}
        max={100}
        min={0}
        onChange={({ target }) => {
          if (target.validity.valid && target.value !== '') onChange(target.valueAsNumber / 100)
        }}
        type="number"
        value={share}
      />
    </span>
  )
}

const Box = styled('div')({
  marginBottom: 8,
  '& > button': {
    position: 'relative',
    display: 'block',
    maxWidth: 'min(420px, 100%)',
    padding: 0,
    border: 0,
    background: 'none',
    cursor: 'crosshair',
  },
  '& img': {
    display: 'block',
    width: 'auto',
    maxWidth: '100%',
    height: 'auto',
    maxHeight: 320,
    borderRadius: 6,
  },
  '& > button > span': {
    position: 'absolute',
    width: 24,
    height: 24,
    boxSizing: 'border-box',
    border: '3px solid var(--onBar)',
    borderRadius: 999,
    // Seen on light and on dark pictures.
    boxShadow: '0 0 0 2px var(--bar), inset 0 0 0 2px var(--bar)',
    translate: '-50% -50%',
    pointerEvents: 'none',
  },
  '& input': {
    boxSizing: 'border-box',
    width: 80,
    minHeight: 44,
    padding: 8,
    border: '1px solid var(--field)',
    borderRadius: 6,
    background: 'var(--paper)',
    color: 'var(--ink)',
    font: 'inherit',
  },
})
