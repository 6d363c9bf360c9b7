import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { OptionLabel, optionClasses } from './DropdownParts.tsx'
import { Icon } from './Icon.tsx'
import type { SelectOption } from './Select.tsx'
import { onText } from './splitField.ts'

export type SearchListProps<Value extends string> = {
  label: string
  /** Name and placeholder of the searchbox. */
  searchLabel: string
  /** Shown when no option matches. */
  emptyText: string
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChoose: (value: Value) => void
  onClose: () => void
}

/** The popup of a SearchSelect: a searchbox that keeps the focus and controls the listbox below it. */
export function SearchList<Value extends string>({
  label,
  searchLabel,
  emptyText,
  value,
  options,
  onChoose,
  onClose,
}: SearchListProps<Value>) {
  const listId = useId()
  const { list, text, shown, active, setActive, handleType } = useNarrowedOptions(options, value)
  const activeOption = shown[active]

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const target = arrowTarget(event.key, active, shown.length - 1)
    if (target !== null) setActive(target)
    else if (event.key === 'Enter') {
      if (activeOption) onChoose(activeOption.value)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  return (
    <>
      <SearchBox
        label={searchLabel}
        value={text}
        onChange={handleType}
        onKeyDown={handleKey}
        aria-controls={listId}
        aria-activedescendant={activeOption && `${listId}-${active}`}
      />
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={label}
        tabIndex={-1}
        className="relative min-h-0 overflow-y-auto overscroll-contain p-1"
      >
        {shown.map((option, index) => (
          <Option
            key={option.value}
            id={`${listId}-${index}`}
            label={option.label}
            isChosen={option.value === value}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => onChoose(option.value)}
          />
        ))}
      </div>
      <p aria-live="polite" className="px-4 text-sm text-ink-soft not-empty:pt-1 not-empty:pb-4">
        {shown.length === 0 && emptyText}
      </p>
    </>
  )
}

/** The options that match the typed text, and the one that the keyboard is at. */
function useNarrowedOptions<Value extends string>(
  options: ReadonlyArray<SelectOption<Value>>,
  value: Value,
) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex((option) => option.value === value),
    ),
  )
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => scrollToOption(list.current, active), [active])
  const handleType = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  return { list, text, shown: matchingOptions(options, text), active, setActive, handleType }
}

function arrowTarget(key: string, active: number, last: number): number | null {
  if (key === 'ArrowDown') return active >= last ? 0 : active + 1
  if (key === 'ArrowUp') return active <= 0 ? Math.max(0, last) : active - 1
  return null
}

/** Scrolls the listbox, and nothing around it, to one of its options. */
function scrollToOption(list: HTMLElement | null, index: number): void {
  const option = list?.children[index]
  if (!list || !(option instanceof HTMLElement)) return
  const below = option.offsetTop + option.offsetHeight - list.clientHeight
  list.scrollTop = Math.min(option.offsetTop, Math.max(list.scrollTop, below))
}

type SearchBoxProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  onChange: (text: string) => void
}

function SearchBox({ label, onChange, ...rest }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  // The popup is not positioned yet: the page must not scroll to it.
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  return (
    <div className="relative border-b border-line focus-within:border-gold-deep">
      <Icon
        name="search"
        className="pointer-events-none absolute start-4 top-0 h-12 text-ink-soft"
      />
      <input
        {...rest}
        ref={box}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        aria-autocomplete="list"
        onChange={onText(onChange)}
        className="h-12 w-full ps-11 pe-3 outline-none placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}

type OptionProps = {
  id: string
  label: string
  isChosen: boolean
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, label, isChosen, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-focus={isActive || undefined}
      onPointerMove={onPoint}
      // The searchbox keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={optionClasses}
    >
      <OptionLabel label={label} isChosen={isChosen} />
    </button>
  )
}

/** The options whose label contains the text, whatever the case; all of them for an empty text. */
function matchingOptions<Option extends { label: string }>(
  options: ReadonlyArray<Option>,
  text: string,
): ReadonlyArray<Option> {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return options
  return options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
}
