import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
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
import { announces, keyOfDirection } from '#src/platform/page.ts'
import { formattingApi } from '#src/store/formatting/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { controlClasses, joined } from '../../ui/look.ts'
import { TextArea, type TextAreaProps } from '../../ui/TextField.tsx'
import { IMAGE_TYPES, imageProblem } from './pictureRules.ts'

const { useAddTextPictureMutation } = formattingApi

type ToolName = TextCommand | 'picture'

/** A drawing of the toolbar of texts. It is no symbol of interface.svg, because that is part of every page. */
const ToolIcon = ({ name }: { name: ToolName }) => (
  <svg
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-5"
  >
    <use href={`/icons/tools.svg#${name}`} />
  </svg>
)

/** Words and calls of the toolbar. */
type EditorParts = {
  readonly label: string
  readonly commands: Readonly<Record<TextCommand, string>>
  readonly words: {
    readonly column: string
    readonly callout: string
    readonly link: string
    readonly alt: string
  }
  /** Said where a text would be too long; it stays as it is. */
  readonly tooLongText: string
  /** Null where the server has no pictures in texts. */
  readonly picture: {
    readonly label: string
    readonly accept: string
    readonly sendingText: string
    /** Resolves to the path of the picture, or to what is wrong with it. */
    readonly send: (file: File) => Promise<{ readonly url: string } | { readonly problem: string }>
  } | null
}

type Props = Omit<TextAreaProps, 'ref'> & { parts: EditorParts }

/** A field of a text with light formatting: a toolbar, shortcuts, and pasting of tables, formatted texts and pictures. */
function FormattedArea({ parts, ...props }: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [inTable, setInTable] = useState(false)
  const [note, setNote] = useState('')
  const noteAfter = (isDone: boolean) => setNote(isDone ? '' : parts.tooLongText)
  const sendPicture = usePictures(field, parts, setNote)
  const lookAround = (target: HTMLTextAreaElement) => setInTable(isInTable(writtenIn(target)))
  const handleRun = (command: TextCommand) => {
    if (!field.current) return
    noteAfter(run(field.current, command, parts.words))
    lookAround(field.current)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (command === null) return
    event.preventDefault()
    handleRun(command)
  }
  const takePicture = (event: ClipboardEvent | DragEvent, data: DataTransfer): boolean => {
    const file = parts.picture && pictureIn(data)
    if (!file) return false
    event.preventDefault()
    event.stopPropagation()
    void sendPicture(file)
    return true
  }
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData, currentTarget: target } = event
    if (takePicture(event, clipboardData)) return
    const read = pasted(clipboardData)
    if (!read) return
    event.preventDefault()
    void read().then((text) => noteAfter(apply(target, pasteOf(writtenIn(target), text))))
  }
  return (
    <TextArea
      {...props}
      ref={field}
      note={note}
      toolbar={
        <Toolbar
          parts={parts}
          inTable={inTable}
          onRun={handleRun}
          onPicture={(file) => void sendPicture(file)}
        />
      }
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      onDragOver={takeFiles}
      onDrop={(event) => {
        takeFiles(event)
        takePicture(event, event.dataTransfer)
      }}
      onSelect={({ currentTarget }) => lookAround(currentTarget)}
    />
  )
}

/** A browser would open a dropped file in place of the form. */
function takeFiles(event: DragEvent): void {
  if (hasFiles(event.dataTransfer)) event.preventDefault()
}

/** Sends pictures and writes them into the text where it was last edited. */
function usePictures(
  field: RefObject<HTMLTextAreaElement | null>,
  { picture, words, tooLongText }: EditorParts,
  setNote: (note: string) => void,
) {
  return async (file: File) => {
    if (!picture) return
    setNote(picture.sendingText)
    const sent = await picture.send(file)
    const { current } = field
    if ('problem' in sent) return setNote(sent.problem)
    const isDone = current === null || applyPicture(current, sent.url, words.alt)
    setNote(isDone ? '' : tooLongText)
  }
}

type ToolbarProps = {
  parts: EditorParts
  inTable: boolean
  onRun: (command: TextCommand) => void
  onPicture: (file: File) => void
}

/** One stop of Tab; the arrows go through its buttons. */
function Toolbar({ parts, inTable, onRun, onPicture }: ToolbarProps) {
  const [at, setAt] = useState(0)
  const bar = useRef<HTMLDivElement>(null)
  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(bar.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const to = buttonAfter(keyOfDirection(event.key), at, buttons.length)
    if (to === null) return
    event.preventDefault()
    setAt(to)
    buttons[to]?.focus()
  }
  const button = (index: number, label: string, icon: ToolName) => ({
    label,
    icon,
    tabIndex: index === at ? 0 : -1,
    onFocus: () => setAt(index),
  })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={parts.label}
      onKeyDown={handleKeyDown}
      className="flex flex-wrap rounded-t border border-b-0 border-field bg-current/4"
    >
      {TEXT_COMMANDS.map((command, index) => (
        <ToolButton
          key={command}
          {...button(index, parts.commands[command], command)}
          shortcut={TEXT_KEYS[command]}
          isIdle={TABLE_COMMANDS.includes(command) && !inTable}
          onClick={() => onRun(command)}
        />
      ))}
      {parts.picture && (
        <PictureButton
          {...button(TEXT_COMMANDS.length, parts.picture.label, 'picture')}
          accept={parts.picture.accept}
          onFile={onPicture}
        />
      )}
    </div>
  )
}

type ToolProps = { label: string; icon: ToolName; tabIndex: number; onFocus: () => void }

/** A press does not take the focus from the text, and with it the keyboard of a phone. */
function ToolButton({
  label,
  icon,
  shortcut,
  isIdle = false,
  onClick,
  ...rest
}: ToolProps & { shortcut?: string | undefined; isIdle?: boolean; onClick: () => void }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut && `Control+${shortcut.toUpperCase()}`}
      title={label}
      aria-disabled={isIdle || undefined}
      onPointerDown={(event) => event.preventDefault()}
      onClick={isIdle ? undefined : onClick}
      className={joined(controlClasses('quiet', 'icon'), isIdle && 'opacity-60')}
    >
      <ToolIcon name={icon} />
    </button>
  )
}

function PictureButton({
  accept,
  onFile,
  ...tool
}: ToolProps & { accept: string; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ToolButton {...tool} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={({ target }) => {
          if (target.files?.[0]) onFile(target.files[0])
          target.value = ''
        }}
      />
    </>
  )
}

/** Props of `FormattedArea` that all texts with light formatting share. */
function useEditorParts(): EditorParts {
  const { t } = useTranslation()
  const [addPicture] = useAddTextPictureMutation()
  const send = async (file: File) => {
    const problem = imageProblem(file)
    if (problem !== null) return { problem: t(problem) }
    const { data, error } = await addPicture(file)
    return data ?? { problem: t(refusalText(error, 'editor.picture_failed')) }
  }
  return {
    label: t('editor.label'),
    commands: Object.fromEntries(
      TEXT_COMMANDS.map((command) => [command, t(`editor.${command}`)]),
    ) as Record<TextCommand, string>,
    words: {
      column: t('editor.new_column'),
      callout: t('editor.new_callout'),
      link: t('editor.new_link'),
      alt: t('editor.new_alt'),
    },
    tooLongText: t('editor.too_long'),
    picture: announces('text_pictures')
      ? {
          label: t('editor.picture'),
          accept: IMAGE_TYPES.join(','),
          sendingText: t('editor.picture_sending'),
          send,
        }
      : null,
  }
}

/** A field of a text with light formatting. */
export const FormattedText = (props: TextAreaProps) => (
  <FormattedArea {...props} parts={useEditorParts()} />
)
