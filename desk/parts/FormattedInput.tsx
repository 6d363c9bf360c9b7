import { styled } from '@mui/material/styles'
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
import { TextInput, type TextInputProps, useDataProvider } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { keyInDirection } from '#shared/direction.ts'
import { isInTable, TABLE_COMMANDS, TEXT_COMMANDS, type TextCommand } from '#shared/textEditing.ts'
import {
  apply,
  applyPicture,
  buttonAfter,
  commandOf,
  hasFiles,
  pasted,
  pasteOf,
  pictureIn,
  run,
  TEXT_KEYS,
  writtenIn,
} from '#shared/textField.ts'
import { deskLanguage, t } from '../i18n.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'
import type { Elements } from './elements.ts'
import { messageOf } from './useAction.ts'

type TextToolbarProps = {
  inTable: boolean
  onRun: (command: TextCommand) => void
  onPicture: (file: File) => void
}

/** One stop of Tab; the arrows go through its buttons. */
export const TextToolbar = ({ inTable, onRun, onPicture }: TextToolbarProps) => {
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const key = keyInDirection(event.key, deskLanguage())
    const to = buttonAfter(key, at, buttons.length)
    if (to === null) return
    event.preventDefault()
    setAt(to)
    buttons[to]?.focus()
  }
  const tool = (index: number) => ({ isFirst: index === at, onFocus: () => setAt(index) })
  return (
    <div aria-label={t('editor.label')} onKeyDown={handleKeyDown} ref={bar} role="toolbar">
      {TEXT_COMMANDS.map((command, index) => (
        <Tool
          {...tool(index)}
          isIdle={TABLE_COMMANDS.includes(command) && !inTable}
          key={command}
          letter={TEXT_KEYS[command]}
          name={command}
          onClick={() => onRun(command)}
        />
      ))}
      <Tool {...tool(TEXT_COMMANDS.length)} name="picture" onClick={() => input.current?.click()} />
      <input
        accept="image/jpeg,image/png"
        hidden
        onChange={({ target }) => {
          if (target.files?.[0]) onPicture(target.files[0])
          target.value = ''
        }}
        ref={input}
        type="file"
      />
    </div>
  )
}

type ToolProps = {
  name: TextCommand | 'picture'
  letter?: string | undefined
  isFirst: boolean
  isIdle?: boolean
  onFocus: () => void
  onClick: () => void
}

/** A press does not take the focus from the text. */
const Tool = ({ name, letter, isFirst, isIdle, onFocus, onClick }: ToolProps) => (
  <button
    aria-disabled={isIdle || undefined}
    aria-keyshortcuts={letter && `Control+${letter.toUpperCase()}`}
    aria-label={t(`editor.${name}`)}
    onClick={isIdle ? undefined : onClick}
    onFocus={onFocus}
    onPointerDown={(event) => event.preventDefault()}
    tabIndex={isFirst ? 0 : -1}
    title={t(`editor.${name}`)}
    type="button"
  >
    <svg
      aria-hidden="true"
      fill="none"
      height={20}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      width={20}
    >
      <use href={`/icons/tools.svg#${name}`} />
    </svg>
  </button>
)

/** An emptied field stays an empty text; react-admin would make it null. */
export const asTyped = (text: string): string => text

/** @param isLight for a form without the field `format` */
type Props = TextInputProps & { isLight?: boolean | undefined }

/** A text of a record with a format: with a toolbar while that is light formatting. */
export const FormattedInput = ({ isLight, ...props }: Props) => {
  const format: unknown = useWatch({ name: 'format' })
  const input = <TextInput defaultValue="" multiline parse={asTyped} {...props} />
  return (isLight ?? format === 'light') ? <Tools>{input}</Tools> : input
}

const Tools = ({ children }: { children: Elements }) => {
  const frame = useRef<HTMLDivElement>(null)
  const { status, inTable, onRun, onPicture, events } = useEditing(
    () => frame.current?.querySelector('textarea:not([readonly])') ?? null,
  )
  return (
    <Frame {...events} ref={frame}>
      <TextToolbar inTable={inTable} onPicture={onPicture} onRun={onRun} />
      {children}
      <p role="status">{status}</p>
    </Frame>
  )
}

const words = () => ({
  column: t('editor.new_column'),
  callout: t('editor.new_callout'),
  link: t('editor.new_link'),
})

/** @param fieldIn finds the text, which react-admin renders */
function useEditing(fieldIn: () => HTMLTextAreaElement | null) {
  const [inTable, setInTable] = useState(false)
  const { status, sendPicture } = usePictures()
  const onRun = (command: TextCommand) => {
    const field = fieldIn()
    if (field) run(field, command, words())
  }
  const onPicture = (file: File) => {
    const field = fieldIn()
    if (field) void sendPicture(field, file)
  }
  const takePicture = (event: SyntheticEvent, data: DataTransfer): boolean => {
    const file = pictureIn(data)
    if (!file) return false
    event.preventDefault()
    onPicture(file)
    return true
  }
  const events = {
    onDragOver: takeFiles,
    onDrop: (event: DragEvent) => {
      takeFiles(event)
      takePicture(event, event.dataTransfer)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const command = isText(event.target) ? commandOf(event) : null
      if (command === null) return
      event.preventDefault()
      onRun(command)
    },
    onPaste: (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!isText(target) || takePicture(event, clipboardData)) return
      const read = pasted(clipboardData)
      if (!read) return
      event.preventDefault()
      void read().then((text) => apply(target, pasteOf(writtenIn(target), text)))
    },
    onSelect: ({ target }: SyntheticEvent) =>
      isText(target) && setInTable(isInTable(writtenIn(target))),
  }
  return { status, inTable, onRun, onPicture, events }
}

/** A browser would open a dropped file in place of the form. */
function takeFiles(event: DragEvent): void {
  if (hasFiles(event.dataTransfer)) event.preventDefault()
}

const isText = (target: EventTarget): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement

function usePictures() {
  const desk = useDataProvider<DeskDataProvider>()
  const [status, setStatus] = useState('')
  const sendPicture = async (field: HTMLTextAreaElement, file: File) => {
    setStatus(t('editor.picture_sending'))
    try {
      const { url } = await desk.upload('text', file, () => undefined)
      setStatus('')
      if (url !== null) applyPicture(field, url, t('editor.new_alt'))
    } catch (error) {
      setStatus(messageOf(error))
    }
  }
  return { status, sendPicture }
}

/** The label is above the toolbar, and the toolbar is joined to the field. */
const Frame = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  marginTop: 4,
  '& .MuiFormControl-root': { display: 'contents' },
  '& .MuiInputLabel-root': { order: -1 },
  '&& .MuiInputBase-root': { marginTop: 0, borderTopLeftRadius: 0, borderTopRightRadius: 0 },
  '& [role="toolbar"]': {
    display: 'flex',
    flexWrap: 'wrap',
    marginTop: 4,
    border: '1px solid var(--field)',
    borderBottom: 0,
    borderRadius: '6px 6px 0 0',
    background: 'var(--ground)',
  },
  '& [role="toolbar"] button': {
    minWidth: 44,
    minHeight: 44,
    border: 0,
    borderRadius: 6,
    background: 'none',
    color: 'inherit',
    cursor: 'pointer',
    '&:hover': { background: 'var(--line)' },
    '&[aria-disabled]': { opacity: 0.4, cursor: 'default' },
    // The ring stays within the bar.
    '&:focus-visible': { outlineOffset: -3 },
  },
  '& > [role="status"]': { margin: 0 },
})
