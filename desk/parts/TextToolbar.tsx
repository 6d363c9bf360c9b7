import { type KeyboardEvent, useRef, useState } from 'react'
import { keyInDirection } from '#shared/direction.ts'
import { TABLE_COMMANDS, TEXT_COMMANDS, type TextCommand } from '#shared/textEditing.ts'
import { buttonAfter, TEXT_KEYS } from '#shared/textField.ts'
import { deskLanguage, t } from '../i18n.ts'

type Props = {
  inTable: boolean
  onRun: (command: TextCommand) => void
  onPicture: (file: File) => void
}

/** One stop of Tab; the arrows go through its buttons. */
export const TextToolbar = ({ inTable, onRun, onPicture }: Props) => {
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
