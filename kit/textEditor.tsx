import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useRef,
  useState,
} from 'react'
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

type ToolName = TextCommand | 'picture'
/** The names of the toolbar and its tools, and words that they write into a text. */
type EditorText = ToolName | 'label' | `new_${'column' | 'callout' | 'link' | 'alt'}`

/** Words, calls and looks of the editor of texts with light formatting. */
export type EditorParts = {
  readonly say: (text: EditorText | 'picture_sending') => string
  /** The message where a text would be too long; it stays as it is. Not needed where no field has a limit. */
  readonly tooLongText?: string
  /** Null where the server has no pictures in texts. */
  readonly picture: {
    readonly accept: string
    /** Resolves to the path of the picture, or to what is wrong with it. */
    readonly send: (file: File) => Promise<{ readonly url: string } | { readonly problem: string }>
  } | null
  readonly classNames?: { readonly bar: string; readonly tool: string; readonly idleTool: string }
}

/**
 * A toolbar, shortcuts, and pasting of tables, formatted texts and pictures, for a field of a text with light
 * formatting. The events are those of the field or of an element around it.
 * @param fieldIn finds the field, which may be rendered by others
 */
export function useTextEditor(fieldIn: () => HTMLTextAreaElement | null, parts: EditorParts) {
  const [inTable, setInTable] = useState(false)
  const [note, setNote] = useState('')
  const { picture, say, tooLongText = '' } = parts
  const noteAfter = (isDone: boolean) => setNote(isDone ? '' : tooLongText)
  const lookAround = (field: HTMLTextAreaElement) => setInTable(isInTable(writtenIn(field)))

  const handleRun = (command: TextCommand) => {
    const field = fieldIn()
    if (!field) return
    const words = { column: say('new_column'), callout: say('new_callout'), link: say('new_link') }
    noteAfter(run(field, command, words))
    lookAround(field)
  }
  /** Writes the picture where the text was last edited. */
  const sendPicture = async (file: File) => {
    if (!picture) return
    setNote(say('picture_sending'))
    const sent = await picture.send(file)
    if ('problem' in sent) return setNote(sent.problem)
    const field = fieldIn()
    noteAfter(field === null || applyPicture(field, sent.url, say('new_alt')))
  }
  const takePicture = (event: SyntheticEvent, data: DataTransfer): boolean => {
    const file = picture && pictureIn(data)
    if (!file) return false
    event.preventDefault()
    event.stopPropagation()
    void sendPicture(file)
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
      handleRun(command)
    },
    onPaste: (event: ClipboardEvent) => {
      const { clipboardData, target } = event
      if (!isText(target) || takePicture(event, clipboardData)) return
      const read = pasted(clipboardData)
      if (!read) return
      event.preventDefault()
      void read().then((text) => noteAfter(apply(target, pasteOf(writtenIn(target), text))))
    },
    onSelect: ({ target }: SyntheticEvent) => {
      if (isText(target)) lookAround(target)
    },
  }
  const toolbar = (
    <TextToolbar
      parts={parts}
      inTable={inTable}
      onRun={handleRun}
      onPicture={(file) => void sendPicture(file)}
    />
  )
  return { note, toolbar, events }
}

/** A browser would open a dropped file in place of the form. */
function takeFiles(event: DragEvent): void {
  if (hasFiles(event.dataTransfer)) event.preventDefault()
}

const isText = (target: EventTarget): target is HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement

type ToolbarProps = {
  parts: EditorParts
  inTable: boolean
  onRun: (command: TextCommand) => void
  onPicture: (file: File) => void
}

/** One stop of Tab; the arrows go through its buttons. */
function TextToolbar({ parts, inTable, onRun, onPicture }: ToolbarProps) {
  const { say, picture, classNames } = parts
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const key = keyInDirection(event.key, document.documentElement.lang)
    const to = buttonAfter(key, at, buttons.length)
    if (to === null) return
    event.preventDefault()
    setAt(to)
    buttons[to]?.focus()
  }
  const tool = (index: number, name: ToolName) => ({
    name,
    label: say(name),
    className: classNames?.tool,
    tabIndex: index === at ? 0 : -1,
    onFocus: () => setAt(index),
  })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={say('label')}
      onKeyDown={handleKeyDown}
      className={classNames?.bar}
    >
      {TEXT_COMMANDS.map((command, index) => {
        const isIdle = TABLE_COMMANDS.includes(command) && !inTable
        return (
          <Tool
            key={command}
            {...tool(index, command)}
            {...(isIdle && { className: classNames?.idleTool })}
            shortcut={TEXT_KEYS[command]}
            isIdle={isIdle}
            onClick={() => onRun(command)}
          />
        )
      })}
      {picture && (
        <>
          <Tool {...tool(TEXT_COMMANDS.length, 'picture')} onClick={() => input.current?.click()} />
          <input
            ref={input}
            type="file"
            hidden
            accept={picture.accept}
            onChange={({ target }) => {
              if (target.files?.[0]) onPicture(target.files[0])
              target.value = ''
            }}
          />
        </>
      )}
    </div>
  )
}

type ToolProps = {
  name: ToolName
  label: string
  className: string | undefined
  tabIndex: number
  shortcut?: string | undefined
  isIdle?: boolean
  onFocus: () => void
  onClick: () => void
}

/** A press does not take the focus from the text, and with it the keyboard of a phone. */
const Tool = ({ name, label, shortcut, isIdle, onClick, ...button }: ToolProps) => (
  <button
    {...button}
    type="button"
    aria-label={label}
    aria-keyshortcuts={shortcut && `Control+${shortcut.toUpperCase()}`}
    title={label}
    aria-disabled={isIdle || undefined}
    onPointerDown={(event) => event.preventDefault()}
    onClick={isIdle ? undefined : onClick}
  >
    <svg
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      width={20}
      height={20}
    >
      <use href={`/icons/tools.svg#${name}`} />
    </svg>
  </button>
)
