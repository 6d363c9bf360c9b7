import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '#src/platform/keys.ts'
import { OptionLabel, optionClasses } from './DropdownParts.tsx'
import { onText } from './Field.tsx'
import { Icon } from './Icon.tsx'
import type { OptionValue, SelectOption } from './Select.tsx'

export type SearchListProps<Value extends OptionValue> = {
  label: string
  /** Name and placeholder of the searchbox. */
  searchLabel: string
  emptyText: string
  value: Value
  options: ReadonlyArray<SelectOption<Value>>
  onChoose: (value: Value) => void
  onClose: () => void
}

/** The popup of a SearchSelect: a searchbox that keeps the focus and controls the listbox below it. */
export function SearchList<Value extends OptionValue>(props: SearchListProps<Value>) {
  const { label, searchLabel, emptyText, value, options, onChoose, onClose } = props
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const { text, shown, active, setActive, handleType } = useMatches(options, value)
  useEffect(() => scrollToOption(list.current, active), [active])
  const activeOption = shown[active]

  const handleKey = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const last = shown.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? Math.max(0, last) : active - 1)
    else if (event.key === 'Enter') activeOption && onChoose(activeOption.value)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }
  return (
    <>
      <SearchBox
        label={searchLabel}
        value={text}
        onChange={onText(handleType)}
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
            isActive={index === active}
            aria-selected={option.value === value}
            onPointerMove={() => setActive(index)}
            onClick={() => onChoose(option.value)}
          />
        ))}
      </div>
      <p aria-live="polite" className="px-4 text-sm text-ink-soft not-empty:pt-1 not-empty:pb-4">
        {shown.length === 0 && emptyText}
      </p>
    </>
  )
}

/** The options that match what is typed, and the index of the active one: at first that of the chosen value. */
function useMatches<Value extends OptionValue>(
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
  const handleType = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  return { text, shown: matchingOptions(options, text), active, setActive, handleType }
}

/** Whatever the case; all options for an empty text. */
function matchingOptions<Option extends { label: string }>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const wanted = text.trim().toLocaleLowerCase()
  return options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
}

/** Scrolls the listbox, and nothing around it, to one of its options. */
function scrollToOption(list: HTMLElement | null, index: number): void {
  const option = list?.children[index]
  if (!list || !(option instanceof HTMLElement)) return
  const below = option.offsetTop + option.offsetHeight - list.clientHeight
  list.scrollTop = Math.min(option.offsetTop, Math.max(list.scrollTop, below))
}

function SearchBox({ label, ...rest }: ComponentProps<'input'> & { label: string }) {
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
        className="h-12 w-full ps-11 pe-3 outline-none placeholder:text-ink-soft [&::-webkit-search-cancel-button]:hidden"
      />
    </div>
  )
}

type OptionProps = ComponentProps<'button'> & { label: string; isActive: boolean }

function Option({ label, isActive, ...rest }: OptionProps) {
  return (
    <button
      {...rest}
      type="button"
      role="option"
      tabIndex={-1}
      data-focus={isActive || undefined}
      // The searchbox keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className={optionClasses}
    >
      <OptionLabel label={label} isChosen={rest['aria-selected'] === true} />
    </button>
  )
}
