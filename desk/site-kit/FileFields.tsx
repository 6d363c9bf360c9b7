import { styled } from '@mui/material/styles'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { deskCalls } from '#contract/deskCalls.ts'
import type { KitPicture, PictureSlot } from '#contract/siteKit.ts'
import { t } from '../i18n.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import type { Elements } from '../parts/elements.ts'
import { FilePick } from '../parts/FilePick.tsx'
import { fieldId } from '../parts/kitNames.ts'
import type { Place } from '../parts/kitValues.ts'
import { UploadProgress } from '../parts/Progress.tsx'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import { PlaceProblems } from './Fields.tsx'
import { fileUrl, useKit } from './kitContext.ts'

type Make<Result> = (desk: DeskDataProvider, upload: string) => Promise<Result>

/**
 * Sends a file, and then has the server make of it what the kit needs.
 * @param make takes the id of the upload
 */
function useKitFile<Result>(make: Make<Result>, onDone: (result: Result) => void) {
  const desk = useDataProvider<DeskDataProvider>()
  const [share, setShare] = useState(0)
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      setShare(0)
      const { id } = await desk.upload('file', file, setShare)
      return make(desk, id)
    },
    onSuccess: onDone,
    networkMode: 'always',
  })
  return {
    send: (file: File) => mutate(file),
    name: variables?.name ?? '',
    share,
    isPending,
    problem: error ? messageOf(error) : '',
  }
}

type Props = {
  place: Place
  legend: string
  accept: string
  file: Pick<ReturnType<typeof useKitFile>, 'send' | 'name' | 'share' | 'isPending' | 'problem'>
  /** Shown while the server works on the file. */
  working: string
  remove?: { readonly label: string; readonly onClick: () => void }
  note: string
  children?: Elements
}

/** A file of the kit: what there is, a button to choose another one, and one to go back to the default. */
const KitFilePick = (props: Props) => {
  const { place, legend, accept, file, working, remove, note, children } = props
  const id = fieldId(place)
  return (
    <fieldset className="desk-upload">
      <legend id={`${id}-legend`}>{legend}</legend>
      {children}
      <FilePick
        accept={accept}
        disabled={file.isPending}
        fieldId={id}
        id={id}
        label={remove ? t('uploads.other') : t('uploads.choose')}
        onFile={file.send}
      />
      {remove && <ActionButton onClick={remove.onClick}>{remove.label}</ActionButton>}
      {file.isPending && <UploadProgress name={file.name} share={file.share} working={working} />}
      <p className={file.problem ? 'desk-problem' : 'desk-quiet'} id={`${id}-note`}>
        {file.problem || note}
      </p>
      <div role="alert">
        <PlaceProblems id={`${id}-problem`} place={place} />
      </div>
    </fieldset>
  )
}

export const MarkField = () => {
  const { value, setValue } = useKit()
  const { mark } = value
  const file = useKitFile(
    (desk, upload) => desk.call(deskCalls.site.takeMark, { upload }),
    (taken) => setValue('mark', taken),
  )
  return (
    <KitFilePick
      accept="image/svg+xml,image/png"
      file={file}
      legend={t('site.frame.mark')}
      note={`${t(mark ? 'site.own_mark' : 'site.no_mark')} ${t('site.frame.mark_note')}`}
      place="mark"
      remove={mark && { label: t('site.remove_mark'), onClick: () => setValue('mark', undefined) }}
      working={t('site.reading', { name: file.name })}
    >
      {mark?.kind === 'png' && <Shown alt="" src={fileUrl(mark.key)} />}
    </KitFilePick>
  )
}

/** The mark on the colour of the header, where the site shows it. An SVG is only sent as a file of the site, not as an upload. */
const Shown = styled('img')({
  display: 'block',
  width: 96,
  height: 96,
  margin: '0 0 8px',
  padding: 8,
  objectFit: 'contain',
  borderRadius: 6,
  background: 'var(--bar)',
})

const MIDDLE: Focus = { x: 0.5, y: 0.5 }
/** Milliseconds after the last move of the focal point. */
const CUT_DELAY_MS = 700

/** The picture of a place, with the point that stays in view in all its sizes. */
export const PictureField = ({ slot }: { slot: PictureSlot }) => {
  const { value, setValue } = useKit()
  const place = `pictures.${slot}` as const
  const picture = value.pictures?.[slot]
  const take = (taken: KitPicture) => setValue(place, taken)
  const file = useKitFile(
    (desk, upload) => desk.call(deskCalls.site.cutPicture, { slot, upload, focus: MIDDLE }),
    take,
  )
  const cut = useCut(slot, take)
  return (
    <KitFilePick
      accept="image/jpeg,image/png,image/webp"
      file={{ ...file, problem: file.problem || cut.problem }}
      legend={t('site.picture_of', { name: t(`site.slots.${slot}`) })}
      note={cut.isPending ? t('site.cutting') : picture ? '' : t('site.no_picture')}
      place={place}
      remove={
        picture && { label: t('site.remove_picture'), onClick: () => setValue(place, undefined) }
      }
      working={t('site.cutting')}
    >
      {picture && (
        <FocalPoint
          // A cut that was refused leaves the point where it was.
          key={`${picture.key} ${cut.problem}`}
          onChange={(focus) => cut.soon({ slot, original: picture.original, focus })}
          picture={picture}
        />
      )}
    </KitFilePick>
  )
}

type Cut = { readonly slot: PictureSlot; readonly original: string; readonly focus: Focus }

/** Cuts a picture again around another point, once that stays where it is. */
function useCut(slot: PictureSlot, onDone: (picture: KitPicture) => void) {
  const desk = useDataProvider<DeskDataProvider>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutate, isPending, error } = useMutation({
    mutationKey: ['cut', slot],
    mutationFn: (wanted: Cut) => desk.call(deskCalls.site.cutPicture, wanted),
    onSuccess: onDone,
    networkMode: 'always',
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    soon: (wanted: Cut) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => mutate(wanted), CUT_DELAY_MS)
    },
    isPending,
    problem: error ? messageOf(error) : '',
  }
}

export type Focus = KitPicture['focus']
type FocusProps = { picture: KitPicture; onChange: (focus: Focus) => void }

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
export const FocalPoint = ({ picture, onChange }: FocusProps) => {
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
